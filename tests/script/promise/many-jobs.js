// More jobs than the queue has place for, in order.
let last = -1, wrong = 0;
for (let i = 0; i < 100000; i++)
  Promise.resolve(i).then(v => { if (v !== last + 1) wrong++; last = v; });
Promise.resolve().then(() => log(last, wrong));
(async () => { let s = 0; for (let i = 0; i < 100000; i++) s += await i; log(s); })();

// A repeating timer keeps to multiples of its interval, also when its callback takes longer than what is left.
function run(name, busy, next) {
  const lines = [], start = performance.now();
  let n = 0;
  const id = setInterval(() => {
    lines.push(Math.round(performance.now() - start));
    work(busy);
    if (++n < 8)
      return;
    clearInterval(id);
    log(name, lines.join(' '));
    next();
  }, 20);
}
// It is set again before its callback sets others.
function order() {
  const lines = [];
  let n = 0;
  const id = setInterval(() => {
    lines.push('i' + n);
    setTimeout(() => lines.push('t'), 20);
    if (++n < 4)
      return;
    clearInterval(id);
    setTimeout(() => log(lines.join(' ')), 60);
  }, 20);
}
run('short', 12, () => run('long', 33, order));

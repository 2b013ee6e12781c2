// An interval of 0 ms beside a chain of timeouts, as Chromium has it.
let n = 0, level = 0;
const interval = setInterval (() => {
  log ('interval', ++n);
  if (n > 8)
    clearInterval (interval);
}, 0);
const nest = () => {
  log ('timeout', level);
  if (level++ < 7)
    setTimeout (nest, 0);
};
setTimeout (nest, 0);
scheduler.postTask (() => log ('task'));

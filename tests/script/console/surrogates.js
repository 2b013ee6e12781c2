// Half of a pair of surrogates is printed as U+FFFD, and what comes after it as well.
console.log('cut: ' + 'ab😀cd'.slice(0, 3) + ' and the rest', 42);
console.log('\udc00 first, last \ud800');
console.log('\ud800\ud83d\ude00\udc00', '\ude00\ud83d');
console.log('€\ud800é😀');
console.log('%s', '\ud800 in a format');
console.log({ ['k\ud800']: 'v\udc00w' }, ['\ud800']);
console.log(new Error('bad \ud800 end').message);
console.log(JSON.stringify('\ud800'), '\ud800'.toWellFormed?.() ?? '\ufffd');
eval("console.log('\ud800'.length,\n 'in eval')");

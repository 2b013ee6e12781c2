// SPDX-License-Identifier: GPL-3.0-or-later
// Directives without semicolons, behind which the transformation inserts text
async function a () {
  'use strict'
  return eval('1 + 1')
}
async function b () {
  'use strict'
  using x = null
  return 3
}
function c () {
  'use strict'
  using x = null
  return 4
}
async function* d () {
  'use strict'
  for await (const x of [5]) yield x
}
function e () {
  'x'
  with ({ y: 6 }) return y
}
class F {
  async m () {
    'use strict'
    return arguments.length
  }
}
a().then(log)
b().then(log)
log(c())
d().next().then(x => log(x.value))
log(e())
new F().m().then(log)

import { describeHostile } from '../../../../test/support/adapters/hostile.ts'

const NO_CONTROLS = /^[\P{Cc}\n]*$/u

describeHostile('a module whose text is an attack', [
  {
    name: 'an error that drives the terminal',
    body: `throw new Error('\\x1b[2J\\x1b]0;title\\x07 owned \\u202e txt')`,
    error: NO_CONTROLS,
  },
  {
    name: 'an error of a megabyte',
    body: `throw new Error('x'.repeat(1e6))`,
    error: /^.{1,2300}$/s,
  },
  {
    name: 'output that drives the terminal',
    body: `console.log('\\x1b[31mred\\x1b[0m\\r'); throw new Error('end')`,
    error: NO_CONTROLS,
  },
  {
    name: 'an error without a text',
    body: `throw Object.create(null)`,
    error: /cannot be described|Cannot convert/,
  },
  {
    name: 'an error whose text throws',
    body: `throw new Proxy({}, { get() { throw new Error('trap') } })`,
    error: /one\.js: /,
  },
  {
    name: 'an error whose text is an object',
    body: `const e = new Error('x'); Object.defineProperty(e, 'message', { get() { return { toString() { return 'odd' } } } }); throw e`,
    error: /odd/,
  },
  {
    name: 'names of a megabyte',
    body: `return { ['x'.repeat(1e6)]: 1 }`,
    error: /a name of more than 4000 characters/,
  },
  {
    name: 'a text of a megabyte',
    body: `return { tether: 'x'.repeat(1e6) }`,
    error: /a text of more than 100000 characters/,
  },
  {
    name: 'names that drive the terminal',
    body: `return { ['\\x1b[2Jcoin']: 1 }`,
    response: { '[2Jcoin': 1 },
  },
  {
    name: 'names of the inside of objects',
    body: `return JSON.parse('{ "__proto__": { "polluted": 1 }, "constructor": 2 }')`,
    response: JSON.parse('{ "__proto__": { "polluted": 1 }, "constructor": 2 }'),
  },
])

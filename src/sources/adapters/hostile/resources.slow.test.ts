import { describeHostile } from '../../../../test/support/adapters/hostile.ts'

const MB = '1024 * 1024'
const DISK = /it wrote more than 256 MB or 20000 files|EFBIG/

describeHostile('a module that wants all of a machine', [
  {
    name: 'all time, in a loop',
    body: 'for (;;) {}',
    run: { timeSec: 2 },
    error: /longer than 2 s/,
  },
  {
    name: 'all time, in a pattern',
    body: `return /^(a+)+$/.test('a'.repeat(60) + 'b')`,
    run: { timeSec: 2 },
    error: /longer than 2 s/,
  },
  {
    name: 'all time, while it is loaded',
    module: 'for (;;) {}',
    run: { timeSec: 2 },
    error: /longer than 2 s/,
  },
  {
    name: 'all time, in promises',
    body: 'for (;;) await null',
    run: { timeSec: 2 },
    error: /longer than 2 s/,
  },
  {
    name: 'all memory of the heap',
    body: 'const all = []; for (;;) all.push(new Array(1e5).fill({}))',
    run: { memoryMb: 64 },
    error: /memory; --memory gives it more/,
  },
  {
    name: 'all memory outside the heap',
    body: `const all = []; for (;;) { all.push(Buffer.alloc(16 * ${MB}, 1)); await sleep(5) }`,
    run: { memoryMb: 64 },
    error: /more than 64 MB of memory/,
  },
  {
    name: 'all memory without a pause',
    body: `const all = []; for (let n = 0; n < 200; n++) all.push(Buffer.alloc(16 * ${MB}, 1)); for (;;) {}`,
    run: { memoryMb: 64 },
    error: /more than 64 MB of memory/,
  },
  {
    name: 'all memory of WebAssembly',
    body: `const all = []; for (;;) { const m = new WebAssembly.Memory({ initial: 256, maximum: 256 }); new Uint8Array(m.buffer).fill(1); all.push(m); await sleep(5) }`,
    run: { memoryMb: 64 },
    error: /more than 64 MB of memory|ran out of memory|could not allocate memory/,
  },
  {
    name: 'all disk in one file',
    body: `const fs = require('fs'); const fd = fs.openSync('big', 'w'); for (let n = 0; n < 64; n++) fs.writeSync(fd, Buffer.alloc(16 * ${MB})); return 'wrote'`,
    error: DISK,
  },
  {
    name: 'all disk in several files',
    body: `const fs = require('fs'); for (let n = 0; n < 64; n++) { fs.writeFileSync('f' + n, Buffer.alloc(16 * ${MB})); await sleep(20) } return 'wrote'`,
    error: DISK,
  },
  {
    name: 'all disk in a file that it deleted',
    body: `const fs = require('fs'); const open = []; for (let n = 0; n < 8; n++) { const fd = fs.openSync('f' + n, 'w'); fs.unlinkSync('f' + n); open.push(fd); for (let m = 0; m < 8; m++) { fs.writeSync(fd, Buffer.alloc(16 * ${MB})); await sleep(20) } } return 'wrote'`,
    error: DISK,
  },
  {
    name: 'all files of a disk',
    body: `const fs = require('fs'); for (let n = 0; ; n++) { fs.writeFileSync('f' + n, ''); if (n % 1000 === 0) await null }`,
    run: { timeSec: 60 },
    error: DISK,
  },
  {
    name: 'a folder that cannot be removed',
    body: `const fs = require('fs'); fs.mkdirSync('a/b/c', { recursive: true }); fs.writeFileSync('a/b/c/x', 'x'); fs.chmodSync('a/b', 0); fs.chmodSync('a', 0); return 'made'`,
    response: 'made',
  },
  {
    name: 'all of the log',
    body: `for (;;) { process.stdout.write('x'.repeat(1e6)); await null }`,
    run: { timeSec: 30 },
    error: /it printed without end|memory/,
  },
  {
    name: 'all of the log, past the stream',
    body: `const fs = require('fs'); for (;;) try { fs.writeSync(2, 'x'.repeat(65536)) } catch {}`,
    run: { timeSec: 30 },
    error: /it printed without end/,
  },
  {
    name: 'a response of three million values',
    body: 'return new Array(3e6).fill(1)',
    error: /more than 2000000 values/,
  },
  {
    name: 'a response that contains itself',
    body: 'const a = {}; a.a = a; return a',
    error: /contains itself/,
  },
  {
    name: 'a response of 60 MB',
    body: `return Array.from({ length: 1000 }, (_, n) => 'x'.repeat(6e4) + n)`,
    error: /larger than 32 MB/,
  },
  {
    name: 'a response with an endless getter',
    body: `return { get x() { for (;;) {} } }`,
    run: { timeSec: 2 },
    error: /longer than 2 s/,
  },
])

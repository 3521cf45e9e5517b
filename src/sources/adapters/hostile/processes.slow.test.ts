import { describeHostile } from '../../../../test/support/adapters/hostile.ts'

describeHostile('a module that wants processes', [
  {
    name: 'the end of the service',
    body: `process.kill(process.ppid, 'SIGKILL')`,
    error: /may not send signals/,
  },
  {
    name: 'the same by the inner name',
    body: `process._kill(process.ppid, 9)`,
    error: /may not send signals/,
  },
  {
    name: 'a debugger in the service',
    body: `process._debugProcess(process.ppid)`,
    error: /may not send signals/,
  },
  {
    name: 'a lower priority for the service',
    body: `require('os').setPriority(process.ppid, 19)`,
    error: /may not change priorities/,
  },
  {
    name: 'a shell',
    body: `require('child_process').execSync('id')`,
    error: /--allow-child-process/,
  },
  {
    name: 'a copy of itself',
    body: `require('child_process').fork(__filename)`,
    error: /--allow-child-process|restricted/,
  },
  {
    name: 'another program in its place',
    body: `process.execve('/bin/sh', ['sh'])`,
    error: /may not start programs/,
  },
  {
    name: 'a thread',
    body: `new (require('worker_threads').Worker)('for(;;){}', { eval: true })`,
    error: /--allow-worker/,
  },
  { name: 'another user', body: `process.setuid(0)`, error: /may not change its user/ },
  { name: 'its own crash', body: `process.abort()`, error: /ran out of memory|ended by itself/ },
  {
    name: 'a quiet end',
    body: `process.exit(0)`,
    error: /ended by itself before it answered \(exit code 0\)/,
  },
  {
    name: 'an end that lasts for ever',
    body: `process.on('exit', () => { for (;;) {} }); return {}`,
    run: { timeSec: 60 },
    response: {},
  },
  {
    name: 'no end by signals',
    body: `process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); for (;;) await sleep(50)`,
    run: { timeSec: 3 },
    error: /longer than 3 s/,
  },
  {
    name: 'errors that are never reported',
    body: `process.removeAllListeners('uncaughtException'); process.on('uncaughtException', () => { for (;;) {} }); setTimeout(() => { throw new Error('x') }); await sleep(1e5)`,
    run: { timeSec: 3 },
    error: /longer than 3 s/,
  },
])

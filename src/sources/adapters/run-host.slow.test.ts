import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Checkout, makeCheckout } from '../../../test/support/adapters/checkout.ts'
import { type HostRun, hostFile } from '../../../test/support/adapters/host-for-tests.ts'

let checkout: Checkout | undefined
afterEach(() => checkout?.remove())

/** Runs a TVL function with this body. */
async function run(body: string, options: HostRun = {}) {
  checkout = await makeCheckout({
    'projects/one.js': `module.exports = { ethereum: { tvl: async (api) => { ${body} } } }`,
  })
  return hostFile(checkout, 'projects/one.js', options)
}

test('default: the module is called and its response brought here', async () => {
  const { parts, sdk } = await run(
    `api.add('0xA000000000000000000000000000000000000001', 5); api.addUSDValue(2.5)`,
  )
  expect(parts).toEqual([
    {
      chain: 'ethereum',
      section: 'tvl',
      version: '',
      value: {
        balances: { 'ethereum:0xA000000000000000000000000000000000000001': '5', usd: 2.5 },
        labels: {},
      },
    },
  ])
  expect(sdk).toBeNull()
})

const blockMs = (ms: number) =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('behavior: a response counts though the end of its process is noticed first', async () => {
  const other = spawn('/bin/sh', ['-c', 'read _; echo ended'])
  // Its process answers and ends meanwhile; its end is then noticed along with the other one's.
  other.stdout.on('data', () => blockMs(2_500))
  const endOther = () => {
    other.stdin.end('\n')
    blockMs(250)
  }
  const result = run(
    `await fetch('https://prices.example/prices/current/ethereum:0xA000000000000000000000000000000000000001')
     await new Promise((ok) => setTimeout(ok, 1000)); api.addUSDValue(2.5)`,
    {
      lookUps: {
        prices: async () => {
          setTimeout(endOther, 100)
          return new Map()
        },
        block: async () => undefined,
      },
    },
  )
  const ended = once(other, 'close')
  expect((await result).parts).toMatchObject([{ value: { balances: { usd: 2.5 } } }])
  await ended
})

describe('a module has nothing but what it is given', () => {
  const DENIED: [string, string, RegExp][] = [
    [
      'files',
      `return require('fs').readFileSync('/etc/passwd', 'utf8')`,
      /Access to this API has been restricted/,
    ],
    [
      'files through a promise',
      `return require('fs/promises').readFile('/proc/self/environ', 'utf8')`,
      /Access to this API has been restricted/,
    ],
    ['writing', `require('fs').writeFileSync(__filename, 'changed')`, /--allow-fs-write/],
    [
      'a database engine that opens files',
      `new (require('node:sqlite').DatabaseSync)('x')`,
      /may not use node:sqlite/,
    ],
    ['the same through another door', `process.getBuiltinModule('sqlite')`, /may not use sqlite/],
    [
      'the same through a third',
      `require('module')._load('node:sqlite')`,
      /may not use node:sqlite/,
    ],
    ['the same as a module', `await import('node:sqlite')`, /may not use node:sqlite/],
    ['programs', `require('child_process').execSync('id')`, /--allow-child-process/],
    ['threads', `new (require('worker_threads').Worker)('1', { eval: true })`, /--allow-worker/],
    ['signals to the service', `process.kill(process.ppid)`, /may not send signals/],
    ['signals by the inner name', `process._kill(process.ppid, 9)`, /may not send signals/],
    ['the inside of Node', `process.binding('tcp_wrap')`, /may not use the inside of Node/],
    ['the debugger', `require('inspector').open(0)`, /may not use inspector/],
    ['native code', `process.dlopen({ exports: {} }, '/x.node')`, /may not load native code/],
    ['replacing the process', `process.execve('/bin/sh', ['sh'])`, /may not start programs/],
    [
      'listening',
      `await new Promise((ok, no) => require('net').createServer().on('error', no).listen(0, ok))`,
      /--allow-net/,
    ],
    [
      'datagrams',
      `await new Promise((ok, no) => require('dgram').createSocket('udp4').on('error', no).send('x', 53, '127.0.0.1', ok))`,
      /--allow-net/,
    ],
    [
      'names',
      `await require('dns/promises').lookup('example.org')`,
      /ERR_ACCESS_DENIED|restricted/,
    ],
  ]
  let messages: Record<string, string> = {}
  beforeAll(async () => {
    const attempts = DENIED.map(
      ([what, body]) => `await attempt(${JSON.stringify(what)}, async () => { ${body} })`,
    )
    const attempt =
      'const attempt = async (what, go) => { try { await go(); found[what] = "done" } catch (error) { found[what] = error.message } }'
    const { parts } = await run(
      `const found = {}; ${attempt}; ${attempts.join('; ')}; return found`,
    )
    messages = parts[0]?.value as Record<string, string>
  })

  test.each(DENIED)('error: no %s', (what, _body, message) => {
    expect(messages[what]).toMatch(message)
  })

  test('error: an attempt that nobody catches ends the run and says why', async () => {
    await expect(run(`require('fs').readFileSync('/etc/passwd')`)).rejects.toThrow(
      /one\.js: ethereum\.tvl: Access to this API has been restricted/,
    )
  })

  test('error: no socket elsewhere, though a server listens there', async () => {
    let calls = 0
    const server = createServer(() => calls++).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const connect = `await new Promise((ok, no) => require('net').connect(${port}, '127.0.0.1', ok).on('error', no))`
    await expect(run(connect)).rejects.toThrow(/ERR_ACCESS_DENIED/)
    await expect(
      run(
        `await fetch('http://127.0.0.1:${port}/').then((r) => { if (!r.ok) throw new Error(r.status) })`,
      ),
    ).rejects.toThrow(`hosts it may not reach: 127.0.0.1:${port} (--allow adds them)`)
    await run(
      `await new Promise((ok) => { const socket = new WebSocket('ws://127.0.0.1:${port}/'); socket.onerror = ok; socket.onopen = ok })`,
    )
    server.close()
    expect(calls).toBe(0)
  })

  test('behavior: of the environment it sees only what it needs', async () => {
    const { parts } = await run('return Object.keys(process.env).sort()', {
      chains: ['ethereum', 'polygon_zkevm'],
    })
    // Its chain is at block 100, so SDKs are told to look for blocks from 0 on.
    const expected = [
      'ETHEREUM_BLOCK_LOW',
      'ETHEREUM_RPC',
      'HOME',
      'POLYGON_ZKEVM_RPC',
      'SKIP_BLOCK_VALIDATION_CHAINS',
      'TMPDIR',
      'TVL_LOCAL_CACHE_ROOT_FOLDER',
      'TZ',
    ]
    expect(parts[0]?.value).toEqual(expected)
  })

  test('behavior: a folder of its own is there to write to', async () => {
    const { parts } = await run(
      `require('fs').writeFileSync(process.cwd() + '/kept', 'x'); return require('fs').readFileSync('kept', 'utf8')`,
    )
    expect(parts[0]?.value).toBe('x')
  })
})

describe('a module that goes wrong is ended and named', () => {
  test('error: it never comes to an end', async () => {
    await expect(run('for (;;) {}', { timeSec: 3 })).rejects.toThrow(
      /one\.js: it took longer than 3 s/,
    )
  })

  test('error: it waits for ever', async () => {
    await expect(
      run('await new Promise(() => setInterval(() => {}, 1000))', { timeSec: 3 }),
    ).rejects.toThrow(/longer than 3 s/)
  })

  test('error: it takes memory without end', async () => {
    await expect(
      run('const all = []; for (;;) all.push(new Array(1e5).fill({}))', { memoryMb: 64 }),
    ).rejects.toThrow(/memory; --memory gives it more/)
  })

  test('error: it takes memory outside the heap without end', async () => {
    const body =
      'const all = []; for (;;) { all.push(Buffer.alloc(1e7, 1)); await new Promise((ok) => setTimeout(ok, 5)) }'
    await expect(run(body, { memoryMb: 64 })).rejects.toThrow(/more than 64 MB of memory/)
  })

  test('error: it ends its own process', async () => {
    await expect(run('process.exit(3)')).rejects.toThrow(
      /ended by itself before it answered \(exit code 3\)/,
    )
  })

  test('error: it throws, with its last words', async () => {
    await expect(
      run(`console.log('reading the pool'); throw new Error('no such pool')`),
    ).rejects.toThrow(/one\.js: ethereum\.tvl: no such pool\nit printed last:\nreading the pool/)
  })

  test('error: it throws where nobody waits', async () => {
    await expect(
      run(`setTimeout(() => { throw new Error('later') }); await new Promise(() => {})`),
    ).rejects.toThrow('later')
    await expect(
      run(`Promise.reject(new Error('lost')); await new Promise(() => setTimeout(() => {}, 1e5))`),
    ).rejects.toThrow('lost')
  })

  test('error: it throws something other than an error', async () => {
    await expect(run(`throw 'just words'`)).rejects.toThrow('just words')
  })

  test('error: it answers more than anyone can hold, or itself', async () => {
    await expect(run('const a = {}; a.a = a; return a')).rejects.toThrow(/contains itself/)
    await expect(run('return new Array(3e6).fill(1)')).rejects.toThrow(/more than 2000000 values/)
  })

  test('error: it prints without end', async () => {
    await expect(
      run(`for (;;) { process.stdout.write('x'.repeat(1e5)); await null }`, { timeSec: 3 }),
    ).rejects.toThrow(/longer than 3 s|memory/)
  })

  test.each([
    'null',
    '{ type: "bytes", connection: 1, bytes: 5 }',
    '{ type: "open", connection: {}, origin: 5 }',
    '"words"',
  ])('error: it sends %s over the channel itself', async (message) => {
    const send = `const json = Buffer.from(JSON.stringify(${message})); const header = Buffer.alloc(8); header.writeUInt32BE(json.length); require('fs').writeSync(3, Buffer.concat([header, json]))`
    await expect(
      run(`${send}; await new Promise((ok) => setTimeout(ok, 5000)); throw new Error('after')`),
    ).rejects.toThrow(/it sent an invalid message: a message of an unknown form/)
  })

  test('error: it cannot be loaded', async () => {
    checkout = await makeCheckout({ 'one.js': `require('@collection/absent')` })
    await expect(hostFile(checkout, 'one.js')).rejects.toThrow(
      /Cannot find module '@collection\/absent'/,
    )
    const broken = await makeCheckout({ 'one.js': `\n\nmodule.exports = {{ }` })
    await expect(hostFile(broken, 'one.js')).rejects.toThrow(
      /Unexpected token '\{' \(.*one\.js:3\)/,
    )
    await broken.remove()
  })
})

test('behavior: answers keep their kinds', async () => {
  const { parts } = await run(
    `return { nan: NaN, big: 10n ** 30n, text: '5', negative: -1, date: new Date(0), f: () => 1, map: new Map([['a', 1]]) }`,
  )
  expect(parts[0]?.value).toEqual({
    nan: Number.NaN,
    big: 10n ** 30n,
    text: '5',
    negative: -1,
    date: '1970-01-01T00:00:00.000Z',
    f: undefined,
    map: { a: 1 },
  })
})

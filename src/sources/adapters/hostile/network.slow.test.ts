import { describeHostile } from '../../../../test/support/adapters/hostile.ts'

const rpc = (method: string) =>
  `const r = await fetch('http://almanac.invalid/rpc/ethereum', { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: '${method}', params: [] }) }); throw new Error(await r.text())`

describeHostile('a module that wants the network', [
  {
    name: 'a web socket',
    body: `await new Promise((ok, no) => { const socket = new WebSocket('ws://127.0.0.1:1/'); socket.onopen = ok; socket.onerror = (event) => no(new Error('refused')) })`,
    error: /refused/,
  },
  {
    name: 'a socket',
    body: `await new Promise((ok, no) => require('net').connect(80, '127.0.0.1', ok).on('error', no))`,
    error: /ERR_ACCESS_DENIED/,
  },
  {
    name: 'the socket of the service',
    body: `await new Promise((ok, no) => require('net').connect({ path: SECRET }, ok).on('error', no))`,
    error: /ERR_ACCESS_DENIED/,
  },
  {
    name: 'the same by HTTP',
    body: `await new Promise((ok, no) => require('http').get({ socketPath: SECRET, path: '/' }, (r) => no(new Error('status ' + r.statusCode))).on('error', no))`,
    error: /status 403/,
  },
  {
    name: 'a connection of its own making',
    body: `await new Promise((ok, no) => require('http').get({ host: 'x.example', createConnection: () => { throw new Error('used') } }, (r) => no(new Error('status ' + r.statusCode))).on('error', no))`,
    error: /status 403/,
  },
  {
    name: 'HTTP/2',
    body: `await new Promise((ok, no) => require('http2').connect('http://127.0.0.1:1').on('error', no))`,
    error: /ERR_ACCESS_DENIED/,
  },
  {
    name: 'a name',
    body: `await require('dns/promises').resolve('example.org')`,
    error: /ERR_ACCESS_DENIED|restricted/,
  },
  {
    name: 'the machine’s own services',
    body: `const r = await fetch('http://169.254.169.254/latest/'); throw new Error('status ' + r.status)`,
    error: /status 403\nhosts it may not reach: 169\.254\.169\.254/,
  },
  {
    name: 'a listener',
    body: `await new Promise((ok, no) => require('net').createServer().on('error', no).listen(0, ok))`,
    error: /--allow-net/,
  },
  {
    name: 'a transaction',
    body: rpc('eth_sendRawTransaction'),
    error: /may only read: eth_sendRawTransaction is refused/,
  },
  { name: 'an account of the node', body: rpc('personal_unlockAccount'), error: /may only read/ },
  {
    name: 'ten thousand refused hosts',
    body: `for (let n = 0; n < 10000; n += 50) await Promise.all(Array.from({ length: 50 }, (_, m) => fetch('http://h' + (n + m) + '.example/').catch(() => 0))); throw new Error('end')`,
    run: { timeSec: 60 },
    error: /end\nhosts it may not reach: h\d+\.example, h\d+\.example, h\d+\.example \(/,
  },
])

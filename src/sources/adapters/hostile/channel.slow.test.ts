import { describeHostile } from '../../../../test/support/adapters/hostile.ts'

const WAIT = 'await sleep(5000); return { after: 1 }'
/** 60 MB, a megabyte at a time. */
function largeBody(): ReadableStream<Uint8Array> {
  let left = 60
  return new ReadableStream({
    pull: (stream) => (left-- > 0 ? stream.enqueue(new Uint8Array(1_000_000)) : stream.close()),
  })
}

const request = (id: string, more = '') =>
  `{ type: 'request', id: ${id}, method: 'GET', url: 'http://a.example/', headers: [] ${more} }`

describeHostile('a module that writes to the channel itself', [
  {
    name: 'bytes that are no frame',
    body: `write(Buffer.from('\\xff'.repeat(64), 'latin1')); ${WAIT}`,
    error: /invalid message: a message that is too long/,
  },
  {
    name: 'a frame that claims 4 GB of JSON',
    body: `const b = Buffer.alloc(8); b.writeUInt32BE(4294967295); write(b); ${WAIT}`,
    error: /invalid message: a message that is too long/,
  },
  {
    name: 'a frame that claims 4 GB of bytes',
    body: `const b = Buffer.alloc(8); b.writeUInt32BE(2); b.writeUInt32BE(4294967295, 4); write(b); ${WAIT}`,
    error: /invalid message: a message that is too long/,
  },
  {
    name: 'a frame that is never finished',
    body: `const b = Buffer.alloc(8); b.writeUInt32BE(30e6); write(b); write(Buffer.alloc(29e6)); for (;;) await sleep(100)`,
    run: { timeSec: 4 },
    error: /it took longer than 4 s/,
  },
  {
    name: 'text that is not JSON',
    body: `write(frame('{"type":')); ${WAIT}`,
    error: /invalid message: a message that is not JSON/,
  },
  {
    name: 'an empty frame',
    body: `write(Buffer.alloc(8)); ${WAIT}`,
    error: /invalid message: a message that is not JSON/,
  },
  {
    name: 'JSON of a million levels',
    body: `write(frame('['.repeat(1e6) + ']'.repeat(1e6))); ${WAIT}`,
    error: /invalid message/,
  },
  {
    name: 'thirty megabytes of empty lists',
    body: `write(frame('[' + '[],'.repeat(9e6) + '[]]')); ${WAIT}`,
    error: /invalid message: a response that is too large/,
  },
  {
    name: 'a message of an unknown type',
    body: `write(frame({ type: 'bytes', bytes: { length: 4e9 } })); ${WAIT}`,
    error: /invalid message: a message of an unknown form/,
  },
  {
    name: 'a second greeting',
    body: `write(frame({ type: 'ready' })); ${WAIT}`,
    error: /invalid message: a second greeting/,
  },
  {
    name: 'bytes behind a message that has none',
    body: `write(frame({ type: 'failed', message: 'x' }, Buffer.alloc(1000))); ${WAIT}`,
    error: /invalid message: bytes that belong to nothing/,
  },
  {
    name: '300,000 requests in parallel',
    body: `for (let id = 1; id <= 3e5; id++) write(frame(${request('id')})); ${WAIT}`,
    run: {
      allowedHosts: ['a.example'],
      fetch: () => new Promise(() => undefined),
    },
    error: /invalid message: more requests in parallel than it may/,
  },
  {
    name: 'bodies of 100 MB in parallel',
    body: `for (let id = 1; id <= 30; id++) write(frame(${request('id')}, Buffer.alloc(4e6))); ${WAIT}`,
    run: {
      allowedHosts: ['a.example'],
      fetch: () => new Promise(() => undefined),
    },
    error: /invalid message: more requests in parallel than it may/,
  },
  {
    name: 'the same request twice',
    body: `write(frame(${request('1')})); write(frame(${request('1')})); ${WAIT}`,
    error: /invalid message: a request out of order/,
  },
  {
    name: 'a request with a negative number',
    body: `write(frame(${request('-1')})); ${WAIT}`,
    error: /invalid message: a message of an unknown form/,
  },
  {
    name: 'a request with a member too many',
    body: `write(frame(${request('1', ', socket: 3')})); ${WAIT}`,
    error: /invalid message: a message of an unknown form/,
  },
  {
    name: 'a URL of a megabyte',
    body: `const message = ${request('1')}; message.url += 'x'.repeat(1e6); write(frame(message)); ${WAIT}`,
    error: /invalid message/,
  },
  {
    name: 'ten thousand headers',
    body: `const message = ${request('1')}; message.headers = Array(1e4).fill(['a', 'b']); write(frame(message)); ${WAIT}`,
    error: /invalid message/,
  },
  {
    name: 'a response whose parts are no parts',
    body: `write(frame({ type: 'done', result: { outline: {}, isEntry: false, parts: [{ chain: 5 }], sdk: null } })); ${WAIT}`,
    error: /invalid message: a message of an unknown form/,
  },
  {
    name: 'a response with a number of a million digits',
    body: `const value = { $: 'bigint', value: '9'.repeat(1e6) }; write(frame({ type: 'done', result: { outline: {}, isEntry: false, parts: [{ chain: '', section: '', version: '', value }], sdk: null } })); ${WAIT}`,
    error: /invalid message: a value of an unknown kind/,
  },
  {
    name: 'a response that is a list instead of exports',
    body: `write(frame({ type: 'done', result: { outline: { $: 'bigint', value: '1' }, isEntry: false, parts: [], sdk: null } })); ${WAIT}`,
    error: /invalid message: a message of an unknown form/,
  },
  {
    name: 'an error of a megabyte',
    body: `write(frame({ type: 'failed', message: 'x'.repeat(1e6) })); ${WAIT}`,
    error: /invalid message/,
  },
  {
    name: 'the end of the channel',
    body: `require('fs').closeSync(3); for (;;) {}`,
    error: /it closed its channel/,
  },
  {
    name: 'garbage through the socket that Node has for the channel',
    body: `for (const handle of process._getActiveHandles()) if (handle.write && handle.fd !== 1 && handle.fd !== 2) handle.write('\\xff'.repeat(100)); ${WAIT}`,
    error: /invalid message/,
  },
  {
    name: 'messages of the kind Node itself uses',
    body: `return ['send', '_send', 'channel', '_channel', 'disconnect'].map((name) => typeof process[name])`,
    response: ['undefined', 'undefined', 'undefined', 'undefined', 'undefined'],
  },
  {
    name: 'requests whose responses it never takes',
    body: `for (let n = 0; n < 64; n++) fetch('http://a.example/' + n).catch(() => undefined); await sleep(200); for (;;) {}`,
    run: {
      timeSec: 5,
      allowedHosts: ['a.example'],
      // 64 of 60 MB would be 3.8 GB.
      fetch: async () => new Response(largeBody()),
    },
    error: /it took longer than 5 s/,
  },
])

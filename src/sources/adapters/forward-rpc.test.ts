import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forwardRpc } from './forward-rpc.ts'

const NODES = [
  { status: 429, text: 'slow down' },
  { status: 200, text: '[{"cut' },
  { status: 200, text: '{"id":1,"result":"0x5"}' },
]
const servers: Server[] = []
const received: string[] = []
let urls: string[] = []

beforeAll(async () => {
  for (const { status, text } of NODES) {
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      received.push(body)
      response.writeHead(status).end(text)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    servers.push(server)
  }
  urls = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-key`,
  )
})
afterAll(() => servers.map((server) => server.close()))

const forward = (body: object, endpoints: string[]) =>
  forwardRpc('ethereum', JSON.stringify(body), {
    endpoints: () => endpoints,
    pinnedBlock: async () => 100,
    fetch,
  })

test('default: a node that fails is followed by the next, and reads are pinned', async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: ['0x1', 'latest'] }
  expect(await forward(body, urls)).toEqual({ answer: '{"id":1,"result":"0x5"}', roundTrips: 3 })
  expect(JSON.parse(received.at(-1) ?? '')).toEqual({ ...body, params: ['0x1', '0x64'] })
})

test('behavior: the height is the moment’s, without asking a node', async () => {
  expect(await forward([{ id: 3, method: 'eth_blockNumber' }], urls)).toEqual({
    answer: '[{"jsonrpc":"2.0","id":3,"result":"0x64"}]',
    roundTrips: 0,
  })
})

test('error: no node answers; its key is not told', async () => {
  const failing = forward({ id: 1, method: 'eth_chainId' }, urls.slice(0, 1))
  await expect(failing).rejects.toThrow(
    /no node answered; the last one was 127\.0\.0\.1:\d+: status 429$/,
  )
  await expect(forward({ id: 1, method: 'eth_chainId' }, [])).rejects.toThrow(
    'no node is configured for the chain ethereum',
  )
  await expect(forward([{ id: 1, method: 'eth_sendTransaction' }], urls)).rejects.toThrow(
    'may only read: eth_sendTransaction is refused',
  )
})

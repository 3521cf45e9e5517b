import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createNodeServer } from './node-server.ts'

const IDLE_MS = 50

let server: Server
afterEach(() => server.close())

/** What a client receives that sends one request and then waits. */
async function receive(response: Parameters<typeof createNodeServer>[0]): Promise<string> {
  server = createNodeServer(response).setTimeout(IDLE_MS)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes
  })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'close')
  return received
}

test('behavior: a response that takes longer than a connection may be idle still arrives', async () => {
  const received = await receive(async (_, response) => {
    await sleep(IDLE_MS * 6)
    response.setHeader('connection', 'close').end('late')
  })
  expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n.*late$/s)
})

test('behavior: a connection on which a response stands still is ended', async () => {
  const received = await receive((_, response) => {
    response.setHeader('content-length', 100).write('half')
  })
  expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n.*half$/s)
})

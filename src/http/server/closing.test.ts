import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RawClient } from '../../../test/support/raw-client.ts'
import { listen, servicesOf } from '../../../test/support/services.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { defineRoute } from '../route.ts'
import { createServer } from './server.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

const declared = { summary: '', describe: '', response: Type.String(), example: '', reads: [] }
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

test('behavior: idle connections end at once, requests that have begun are answered first', async () => {
  const { promise: work, resolve: finish } = Promise.withResolvers<string>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const slow = defineRoute({
    ...declared,
    id: 'test.slow',
    paths: { free: '/slow' },
    handler: () => {
      begin()
      return work
    },
  })
  const quick = defineRoute({
    ...declared,
    id: 'test.quick',
    paths: { free: '/quick' },
    handler: async () => 'quick',
  })
  const server = createServer([slow, quick], servicesOf(app.app))
  const port = await listen(server)
  const [silent, idle] = [new RawClient(port), new RawClient(port)]
  const [busy, halfway] = [new RawClient(port), new RawClient(port)]
  idle.socket.write(get('/quick'))
  await idle.read()
  idle.socket.write(get('/quick'))
  expect((await idle.read()).headers.connection).toBe('keep-alive')
  halfway.socket.write('GET /quick HTTP/1.1\r\nHo')
  busy.socket.write(get('/slow'))
  await begun

  const closing = server.close()
  for (const { socket } of [silent, idle]) if (!socket.closed) await once(socket, 'close')
  expect([busy.socket.closed, halfway.socket.closed]).toEqual([false, false])
  halfway.socket.write('st: x\r\n\r\n')
  const late = await halfway.read()
  expect([late.status, late.body, late.headers.connection]).toEqual([200, '"quick"', 'close'])
  finish('done')
  const response = await busy.read()
  expect([response.status, response.body, response.headers.connection]).toEqual([
    200,
    '"done"',
    'close',
  ])
  const startedMs = performance.now()
  await closing
  expect(performance.now() - startedMs).toBeLessThan(20_000)
})

test('behavior: a handler whose client is gone is waited for, so that engines are closed behind it', async () => {
  const { promise: work, resolve: finish } = Promise.withResolvers<string>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const slow = defineRoute({
    ...declared,
    id: 'test.slow',
    paths: { free: '/slow' },
    handler: () => {
      begin()
      return work
    },
  })
  const server = createServer([slow], servicesOf(app.app))
  const client = new RawClient(await listen(server))
  client.socket.write(get('/slow'))
  await begun
  client.socket.destroy()
  await sleep(50)
  let isClosed = false
  const closing = server.close().then(() => {
    isClosed = true
  })
  await sleep(200)
  expect(isClosed).toBe(false)
  finish('done')
  await closing
})

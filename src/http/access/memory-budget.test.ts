import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, servicesOf } from '../../../test/support/services.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { text } from '../parameters.ts'
import { defineRoute } from '../route.ts'
import { createServer } from '../server/server.ts'
import { MemoryBudget } from './memory-budget.ts'

// More than the buffers of a connection between two processes take.
const BODY_BYTES = 32 * 1024 * 1024

describe('counting', () => {
  test('default: what is rendered counts until it is done', async () => {
    const budget = new MemoryBudget(100)
    const used: number[] = []
    await budget.countRendering(async (onBytes) => {
      onBytes(30)
      used.push(budget.usedBytes)
      onBytes(40)
      used.push(budget.usedBytes)
    })
    expect([...used, budget.usedBytes]).toEqual([30, 70, 0])
  })

  test('error: rendering stops when the limit is passed, and its bytes are given back', async () => {
    const budget = new MemoryBudget(100)
    const rendering = budget.countRendering(async (onBytes) => {
      onBytes(100)
      onBytes(1)
    })
    await expect(rendering).rejects.toMatchObject({
      code: 'overloaded',
      headers: { 'Retry-After': '1' },
    })
    expect(budget.usedBytes).toBe(0)
  })

  test('error: nothing is begun when the budget is used up', async () => {
    const budget = new MemoryBudget(100)
    const { promise, resolve } = Promise.withResolvers<void>()
    budget.requireRoom()
    const work = budget.countDuring(100, promise)
    expect(() => budget.requireRoom()).toThrow('answering as much as it can')
    resolve()
    await work
    budget.requireRoom()
  })
})

test('behavior: a body counts until its last reader is done, and once for all of them', () => {
  const budget = new MemoryBudget(1_000)
  const responses = [1, 2, 3].map(() => new ServerResponse(new IncomingMessage(new Socket())))
  const [shared, other] = [Buffer.alloc(100), Buffer.alloc(10)]
  const used = responses.map((response, index) => {
    budget.holdUntilSent(index < 2 ? shared : other, response)
    return budget.usedBytes
  })
  for (const response of responses) {
    response.emit('close')
    used.push(budget.usedBytes)
  }
  expect(used).toEqual([100, 100, 110, 110, 10, 0])
})

test('behavior: a pipelined body counts until its connection ends, also before its turn', () => {
  const budget = new MemoryBudget(1_000)
  const socket = new Socket()
  const [sent, queued] = [1, 2].map(() => new ServerResponse(new IncomingMessage(socket)))
  if (sent === undefined || queued === undefined) throw new Error('two responses were made')
  sent.assignSocket(socket)
  budget.holdUntilSent(Buffer.alloc(100), sent)
  budget.holdUntilSent(Buffer.alloc(10), queued)
  expect(budget.usedBytes).toBe(110)
  socket.emit('close')
  expect(budget.usedBytes).toBe(0)
})

describe('slow readers', () => {
  let app: TestApp
  let server: FastifyInstance
  let port: number

  beforeAll(async () => {
    app = await TestApp.start()
    // The large body uses the budget up.
    const config = { maxInFlightBytes: BODY_BYTES, cacheBytes: 8 * BODY_BYTES }
    server = createServer([large, small], servicesOf(app.app, config))
    port = await listen(server)
  })
  afterAll(async () => {
    await server.close()
    await app.stop()
  })

  let asked = 0
  const ask = async (name: string) => fetch(`http://127.0.0.1:${port}/small/${name}`)
  const askNew = () => ask(`new-${asked++}`)

  /** Asks for the large body and does not read it. */
  async function startSlowReader(requests = 1): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.pause()
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests))
    return socket
  }

  async function untilNewIs(status: number): Promise<Response> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const response = await askNew()
      if (response.status === status) return response
      await sleep(25)
    }
    throw new Error(`no new request was answered with ${status}`)
  }

  test('error: 503 for new work while a client does not read; what is cached is still served', async () => {
    expect((await ask('known')).status).toBe(200)
    const reader = await startSlowReader()
    const refused = await untilNewIs(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toMatchObject({ error: 'overloaded', status: 503 })
    expect((await ask('known')).status).toBe(200)

    let bytes = 0
    reader.on('data', (chunk) => {
      bytes += chunk.length
    })
    reader.resume()
    expect((await untilNewIs(200)).status).toBe(200)
    while (bytes < BODY_BYTES) await once(reader, 'data')
    reader.destroy()
  })

  test('behavior: clients that go away give their memory back', async () => {
    const readers = await Promise.all([startSlowReader(), startSlowReader(), startSlowReader(5)])
    await untilNewIs(503)
    for (const reader of readers.slice(1)) reader.destroy()
    await sleep(200)
    expect((await askNew()).status).toBe(503)
    readers[0]?.destroy()
    expect((await untilNewIs(200)).status).toBe(200)
  })
})

const declared = { summary: '', describe: '', response: Type.String(), example: '', reads: [] }
const large = defineRoute({
  ...declared,
  id: 'test.large',
  paths: { free: '/large' },
  handler: async () => 'x'.repeat(BODY_BYTES - 2),
})
const small = defineRoute({
  ...declared,
  id: 'test.small',
  paths: { free: '/small/{name}' },
  params: { name: text('Name.', 'a') },
  handler: async ({ params }) => params.name,
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servicesOf } from '../../../test/support/services.ts'
import { TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import { text } from '../parameters.ts'
import { defineRoute } from '../route.ts'
import { createServer } from '../server/server.ts'

const gate = Promise.withResolvers<void>()
const waiting = defineRoute({
  id: 'test.waiting',
  summary: '',
  describe: '',
  paths: { free: '/waiting/{name}', pro: '/api/waiting/{name}' },
  params: { name: text('Name.', 'a') },
  response: Type.String(),
  example: '',
  reads: [],
  handler: async ({ params: { name } }) => {
    if (name.startsWith('slow')) await gate.promise
    return name
  },
})

let app: TestApp
let server: FastifyInstance
beforeAll(async () => {
  app = await TestApp.start()
  server = createServer([waiting], servicesOf(app.app))
})
afterAll(async () => {
  await server.close()
  await app.stop()
})

const ask = async (remoteAddress: string, name: string) =>
  (await server.inject({ url: `/waiting/${name}`, remoteAddress })).statusCode

test('behavior: a client with 400 slow requests holds up and turns away nobody but itself', async () => {
  const greedy = Array.from({ length: 400 }, (_, index) => ask('192.0.2.1', `slow-${index}`))
  await sleep(50)
  expect(await ask('192.0.2.2', 'quick')).toBe(200)
  const url = '/api/waiting/quick'
  const headers = { 'x-api-key': TEST_KEY }
  const withKey = await server.inject({ url, remoteAddress: '192.0.2.1', headers })
  expect(withKey.statusCode, 'a key is a caller of its own').toBe(200)
  gate.resolve()
  const statuses = await Promise.all(greedy)
  // Two are worked on and 256 wait; the rest is refused.
  expect(statuses.filter((status) => status === 200).length).toBe(2 + 256)
  expect(statuses.filter((status) => status === 503).length).toBe(400 - 258)
})

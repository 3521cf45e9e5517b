import { networkInterfaces } from 'node:os'
import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servicesOf } from '../../../test/support/services.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { defineRoute } from '../route.ts'
import { listenOn } from './listen.ts'
import { createServer } from './server.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

const route = defineRoute({
  id: 'test.get',
  summary: '',
  describe: '',
  paths: { free: '/test' },
  response: Type.String(),
  example: '',
  reads: [],
  handler: async () => 'made',
})
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1')

async function statusOf(origin: string): Promise<number | 'refused'> {
  return fetch(`${origin}/test`).then(
    ({ status }) => status,
    () => 'refused',
  )
}

test('behavior: localhost is 127.0.0.1 and, where the machine has it, ::1', async () => {
  const server = createServer([route], servicesOf(app.app))
  const address = await listenOn(server, { host: 'localhost', port: 0 })
  const { port } = new URL(address)
  const origins = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`]
  expect(address).toBe(origins[0])
  const statuses = await Promise.all(origins.map(statusOf))
  expect(statuses).toEqual([200, hasIpv6 ? 200 : 'refused'])
  await server.close()
  expect(await Promise.all(origins.map(statusOf))).toEqual(['refused', 'refused'])
})

test('behavior: another host is that one alone', async () => {
  const server = createServer([route], servicesOf(app.app))
  const { port } = new URL(await listenOn(server, { host: '127.0.0.1', port: 0 }))
  const origins = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`]
  expect(await Promise.all(origins.map(statusOf))).toEqual([200, 'refused'])
  await server.close()
})

test('error: a port that is taken fails as before', async () => {
  const servers = [1, 2].map(() => createServer([route], servicesOf(app.app)))
  const [first, second] = servers
  if (first === undefined || second === undefined) throw new Error('two servers were made')
  const port = Number(new URL(await listenOn(first, { host: 'localhost', port: 0 })).port)
  await expect(listenOn(second, { host: 'localhost', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  for (const server of servers) await server.close()
})

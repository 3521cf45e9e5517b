import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { get as getOverTls } from 'node:https'
import { createServer as createSocketServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servicesOf } from '../../../test/support/services.ts'
import { ROOT } from '../../../test/support/source-files.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { defineRoute } from '../route.ts'
import { listenOn } from './listen.ts'
import { serveMetrics } from './metrics-server.ts'
import { readTls } from './read-tls.ts'
import { createServer } from './server.ts'

const TOKEN = 'metrics-token-0123456789'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await TestApp.start()
  folder = mkdtempSync(join(tmpdir(), 'almanac-listen-'))
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

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
  const url = await listenOn(server, { host: 'localhost', port: 0 })
  const { port } = new URL(url)
  const origins = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`]
  expect(url).toBe(origins[0])
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

describe('a unix socket', () => {
  const bodyOver = (socketPath: string): Promise<string> =>
    new Promise((resolve, reject) => {
      httpRequest({ socketPath, path: '/test' }, (response) => {
        response.setEncoding('utf8')
        response.once('data', resolve)
      })
        .once('error', reject)
        .end()
    })

  test('behavior: it is listened on, and removed with the server', async () => {
    const socketPath = join(folder, 'a.sock')
    const server = createServer([route], servicesOf(app.app))
    expect(await listenOn(server, { host: '127.0.0.1', port: 0, socketPath })).toBe(
      `unix:${socketPath}`,
    )
    expect(await bodyOver(socketPath)).toBe('"made"')
    await server.close()
    expect(existsSync(socketPath)).toBe(false)
  })

  test('behavior: one that a killed process left behind is taken over', async () => {
    const socketPath = join(folder, 'left.sock')
    const program = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`
    const { signal } = spawnSync(process.execPath, ['-e', program, socketPath])
    expect([signal, existsSync(socketPath)]).toEqual(['SIGKILL', true])
    const server = createServer([route], servicesOf(app.app))
    await listenOn(server, { host: '127.0.0.1', port: 0, socketPath })
    expect(await bodyOver(socketPath)).toBe('"made"')
    await server.close()
  })

  test('error: one that is in use is left alone', async () => {
    const socketPath = join(folder, 'used.sock')
    const other = createSocketServer().listen(socketPath)
    const server = createServer([route], servicesOf(app.app))
    await expect(
      listenOn(server, { host: '127.0.0.1', port: 0, socketPath }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await server.close()
    other.close()
  })
})

describe('TLS', () => {
  const files = {
    certFile: join(ROOT, 'test/data/tls/cert.pem'),
    keyFile: join(ROOT, 'test/data/tls/key.pem'),
  }

  test('behavior: with a certificate the service speaks https alone', async () => {
    const server = createServer([route], servicesOf(app.app, { tls: readTls(files) }))
    const url = await listenOn(server, { host: '127.0.0.1', port: 0 })
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    const ca = readFileSync(files.certFile)
    const status = await new Promise((resolve, reject) => {
      getOverTls(`${url}/test`, { ca, servername: 'localhost' }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).once('error', reject)
    })
    expect(status).toBe(200)
    expect(await statusOf(url.replace('https:', 'http:'))).toBe('refused')
    await server.close()
  })

  test('error: files that are missing or hold something else are named in one line', () => {
    const { certFile, keyFile } = files
    expect(() => readTls({ certFile, keyFile: join(folder, 'no.pem') })).toThrow(
      /^ALMANAC_TLS_KEY: .*no\.pem cannot be read \(ENOENT\)\.$/,
    )
    expect(() => readTls({ certFile: keyFile, keyFile })).toThrow(
      /^ALMANAC_TLS_CERT, ALMANAC_TLS_KEY: not a certificate and its key/,
    )
  })
})

describe('metrics', () => {
  const statusWith = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(`${url}/metrics`, { headers })).status

  test('behavior: with a token, metrics are for those who show it', async () => {
    const server = createServer(
      [route],
      servicesOf(app.app, { metricsAccess: { address: undefined, token: TOKEN } }),
    )
    const url = await listenOn(server, { host: '127.0.0.1', port: 0 })
    expect(await statusWith(url)).toBe(401)
    expect(await statusWith(url, { authorization: `Bearer ${TOKEN}x` })).toBe(401)
    expect(await statusWith(url, { authorization: `Bearer ${TOKEN}` })).toBe(200)
    await server.close()
  })

  test('behavior: on an address of their own they are there alone', async () => {
    const own = { host: '127.0.0.1', port: 0 }
    const services = servicesOf(app.app, { metricsAccess: { address: own, token: undefined } })
    const server = createServer([route], services)
    const url = await listenOn(server, { host: '127.0.0.1', port: 0 })
    expect(await statusWith(url)).toBe(404)
    const metrics = await serveMetrics(services.metrics, { address: own, token: TOKEN })
    const { port } = metrics.address() as { port: number }
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    expect(await response.text()).toContain('almanac_data_version')
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(await statusWith(`http://127.0.0.1:${port}`)).toBe(401)
    expect((await fetch(`http://127.0.0.1:${port}/test`)).status).toBe(404)
    metrics.close()
    metrics.closeAllConnections()
    await server.close()
  })
})

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type ClientRequest, type RequestOptions, request } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClickHouseServer } from './support/clickhouse/start-server.ts'
import { takeClickHouse } from './support/clickhouse/worker-server.ts'
import { Program } from './support/program.ts'
import { ROOT } from './support/source-files.ts'

const TLS = join(ROOT, 'test', 'data', 'tls')
const WORKERS = ['--workers', '2']
let clickHouse: ClickHouseServer
let program: Program

beforeAll(async () => {
  clickHouse = await takeClickHouse()
  program = new Program({
    ALMANAC_STORE_URL: clickHouse.url,
    ALMANAC_DEMO: 'off',
    ALMANAC_EXPLORER: 'off',
    ALMANAC_TRUST_PROXY: '1',
  })
})
afterAll(async () => {
  await program?.stop()
})

/** Status and worker of a response, each on a connection of its own. */
function ask(
  send: (options: RequestOptions) => ClientRequest,
  options: RequestOptions,
): Promise<{ status: number | undefined; worker: string | undefined }> {
  return new Promise((resolve, reject) => {
    const call = send({ path: '/v2/chains', agent: false, ...options })
    call.once('error', reject)
    call.once('response', (response) => {
      response.resume()
      // Each process begins its request ids in its own way.
      const [worker] = String(response.headers['x-request-id']).split('-')
      response.once('end', () => resolve({ status: response.statusCode, worker }))
    })
    call.end()
  })
}

async function expectBothWorkers(asking: () => ReturnType<typeof ask>): Promise<void> {
  const responses = [await asking(), await asking(), await asking(), await asking()]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(responses.map(({ worker }) => worker)).size).toBe(2)
}

test('behavior: workers speak TLS on one port', async () => {
  const files = { ALMANAC_TLS_CERT: join(TLS, 'cert.pem'), ALMANAC_TLS_KEY: join(TLS, 'key.pem') }
  const server = await program.serve(files, WORKERS)
  const port = /ready at https:\/\/127\.0\.0\.1:(\d+)/.exec(server.stdout)?.[1]
  const ca = readFileSync(join(TLS, 'cert.pem'))
  const where = { host: '127.0.0.1', port, ca, checkServerIdentity: () => undefined }
  await expectBothWorkers(() => ask(requestOverTls, where))
  await expect(ask(request, { host: '127.0.0.1', port })).rejects.toThrow()
  expect(await server.terminate()).toBe(0)
})

test('behavior: workers share a unix socket, also where a killed process left one', async () => {
  const socketPath = join(program.dataDir, 'http.sock')
  const dying = `require('net').createServer().listen(${JSON.stringify(socketPath)}, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', dying])
  expect(existsSync(socketPath)).toBe(true)
  const server = await program.serve({ ALMANAC_SOCKET: socketPath }, WORKERS)
  expect(server.stdout).toContain(`ready at unix:${socketPath}`)
  await expectBothWorkers(() => ask(request, { socketPath }))
  expect(await server.terminate()).toBe(0)
  expect(existsSync(socketPath)).toBe(false)
})

test('error: a path that is something else is left as it is', async () => {
  const path = join(program.dataDir, 'letter')
  writeFileSync(path, 'Dear')
  await expect(program.serve({ ALMANAC_SOCKET: path }, WORKERS)).rejects.toThrow(
    `ALMANAC_SOCKET: cannot listen on ${path}`,
  )
  expect(readFileSync(path, 'utf8')).toBe('Dear')
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFreePorts } from './support/clickhouse/free-ports.ts'
import { PATIENCE } from './support/patience.ts'
import { Program, type Server } from './support/program.ts'

const KEY = 'watched-key-0123456789'
const TOKEN = 'metrics-token-0123456789'
const WAIT_MS = 15_000 * PATIENCE

/** Collects what the program sends to an OpenTelemetry receiver. */
const traces: { path: string; body: string }[] = []
const receiver = createServer(async (request, response) => {
  traces.push({ path: request.url ?? '', body: await text(request) })
  response.end('{}')
})
const program = new Program()
let server: Server
let metricsUrl: string

/** The program with everything that watches it switched on, as an operator starts it. */
beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo
  const [free] = await listFreePorts(1)
  metricsUrl = `http://127.0.0.1:${free?.http}/metrics`
  server = await program.serve({
    ALMANAC_DEMO: 'off',
    ALMANAC_EXPLORER: 'off',
    ALMANAC_BOOTSTRAP_KEY: KEY,
    ALMANAC_METRICS_ADDRESS: `127.0.0.1:${free?.http}`,
    ALMANAC_METRICS_TOKEN: TOKEN,
    ALMANAC_LOG_FORMAT: 'text',
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  })
  for (const path of ['/v2/chains', `/${KEY}/api/v2/chains`, `/nowhere/${KEY}`])
    await server.get(path)
  await server.get('/api/v2/chains', { 'x-api-key': KEY })
})
afterAll(async () => {
  await program.stop()
  receiver.close()
  receiver.closeAllConnections()
})

async function until(holds: () => boolean): Promise<void> {
  const untilMs = performance.now() + WAIT_MS
  while (!holds() && performance.now() < untilMs) await sleep(50)
}

test('behavior: metrics are on their own address, for those who show the token', async () => {
  const statusOf = async (url: string, token: string) =>
    (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await statusOf(`${server.origin}/metrics`, TOKEN)).toBe(404)
  expect(await statusOf(metricsUrl, 'another-token-0123456789')).toBe(401)
  const response = await fetch(metricsUrl, { headers: { authorization: `Bearer ${TOKEN}` } })
  const lines = (await response.text()).split('\n')
  expect(lines).toContain('almanac_requests_total{operation="tvl.listChains",status="200"} 3')
  // Two calls with the key, a credit each.
  expect(lines).toContain('almanac_credits_spent_total 2')
  expect(lines).toContain('almanac_ingestion_stopped 0')
})

test('behavior: every response is one line of the log', async () => {
  const answered = () => server.stdout.match(/^\S+ INFO answered GET .*$/gm) ?? []
  await until(() => answered().length >= 4)
  const [free, inPath, nowhere, inHeader] = answered()
  expect(free).toMatch(/ tvl\.listChains 200 ms=[\d.]+ bytes=2 caller="ip 127\.0\.0\.1" /)
  for (const line of [inPath, inHeader])
    expect(line).toMatch(/ tvl\.listChains 200 .*caller="key \w+" /)
  expect(nowhere).toMatch(/ 404 .*caller="ip 127\.0\.0\.1" /)
})

test('behavior: spans reach the receiver', async () => {
  const spans = () => traces.map(({ body }) => body).join('\n')
  await until(() => spans().includes('GET tvl.listChains'))
  expect(new Set(traces.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
  expect(spans()).toContain('GET tvl.listChains')
})

test('behavior: the key and the token are in none of it, and the program ends with 0', async () => {
  const metrics = await fetch(metricsUrl, { headers: { authorization: `Bearer ${TOKEN}` } })
  const figures = await metrics.text()
  expect(await server.terminate()).toBe(0)
  const told = [server.stdout, server.stderr, figures, ...traces.map(({ body }) => body)].join('\n')
  expect(told).not.toContain(KEY)
  expect(told).not.toContain(TOKEN)
  await expect(fetch(metricsUrl)).rejects.toThrow('fetch failed')
})

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSmallWorld } from '../../test/support/small-world.ts'
import { TestApp } from '../../test/support/test-app.ts'
import { createLogTo } from '../lib/log.ts'
import { OutageLog } from '../lib/outage-log.ts'
import { createExporter } from './exporter.ts'
import { otlpBody } from './otlp.ts'
import { readTraceParent, type Span } from './span.ts'
import { Tracer } from './tracer.ts'

type Body = ReturnType<typeof otlpBody>

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const SPAN: Span = {
  traceId: TRACE,
  spanId: '00f067aa0ba902b7',
  parentSpanId: PARENT,
  isSampled: true,
  kind: 2,
  name: 'GET tvl.listChains',
  startedMs: 1_769_860_800_000.25,
  endedMs: 1_769_860_800_001.5,
  attributes: { 'http.response.status_code': 200, 'almanac.operation': 'tvl.listChains' },
  error: undefined,
}
const SERVICE = { name: 'almanac', version: '1.2.3' }

test('default: spans as OTLP writes them in JSON', () => {
  expect(otlpBody([SPAN, { ...SPAN, parentSpanId: undefined, error: '503' }], SERVICE)).toEqual({
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'almanac' } },
            { key: 'service.version', value: { stringValue: '1.2.3' } },
          ],
        },
        scopeSpans: [
          {
            scope: { name: 'almanac', version: '1.2.3' },
            spans: [
              {
                traceId: TRACE,
                spanId: '00f067aa0ba902b7',
                parentSpanId: PARENT,
                name: 'GET tvl.listChains',
                kind: 2,
                // A quarter of a millisecond is 250,000 ns.
                startTimeUnixNano: '1769860800000250000',
                endTimeUnixNano: '1769860800001500000',
                attributes: [
                  { key: 'http.response.status_code', value: { intValue: '200' } },
                  { key: 'almanac.operation', value: { stringValue: 'tvl.listChains' } },
                ],
                status: {},
              },
              expect.objectContaining({ status: { code: 2, message: '503' } }),
            ],
          },
        ],
      },
    ],
  })
})

test.each([
  [`00-${TRACE}-${PARENT}-01`, { traceId: TRACE, spanId: PARENT, isSampled: true }],
  [`00-${TRACE}-${PARENT}-00`, { traceId: TRACE, spanId: PARENT, isSampled: false }],
  [`00-${'0'.repeat(32)}-${PARENT}-01`, undefined],
  ['00-abc-def-01', undefined],
  [undefined, undefined],
])('behavior: traceparent %s', (header, expected) => {
  expect(readTraceParent(header)).toEqual(expected)
})

describe('tracer', () => {
  test('behavior: a share of the traces that begin here, and all that a caller samples', async () => {
    const exported: Span[] = []
    const chances = [0.05, 0.5, 0.5]
    const tracer = new Tracer({
      share: 0.1,
      chance: () => chances.shift() ?? 1,
      export: async (spans) => void exported.push(...spans),
    })
    const caller = { traceId: TRACE, spanId: PARENT, isSampled: true }
    for (const [name, parent] of [
      ['a', undefined],
      ['b', undefined],
      ['c', caller],
    ] as const)
      tracer.end(tracer.start('server', parent), name, {})
    await tracer.close()
    // 0.05 is below a tenth, 0.5 is not.
    expect(exported.map(({ name }) => name)).toEqual(['a', 'c'])
  })

  test('error: a receiver that fails is one line of the log, and the work goes on', async () => {
    const logged: string[] = []
    const log = createLogTo('info', { write: (line: string) => logged.push(line) })
    const outage = new OutageLog(log, 'traces cannot be sent')
    const endpoint = 'http://127.0.0.1:9'
    const send = createExporter({ endpoint, headers: {}, service: SERVICE, outage })
    await send([SPAN])
    await send([SPAN])
    outage.close()
    expect(logged).toHaveLength(1)
  })
})

describe('the service', () => {
  const received: { url: string | undefined; tenant: unknown; body: Body }[] = []
  let receiver: Server
  let app: TestApp
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      const body = (await json(request)) as Body
      received.push({ url: request.url, tenant: request.headers['x-tenant'], body })
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    app = await TestApp.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=one',
    })
  })
  afterAll(() => {
    receiver.close()
    receiver.closeAllConnections()
  })

  test('behavior: spans of runs, of requests below their callers, and of statements below requests', async () => {
    await fillSmallWorld(app)
    const { status } = await app.get('/v2/chains', {
      headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
    })
    expect(status).toBe(200)
    // Closing sends what is left.
    await app.stop()
    expect(received.map(({ url, tenant }) => [url, tenant])).toContainEqual(['/v1/traces', 'one'])
    const spans = received
      .flatMap(({ body }) => body.resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans)
    const [request] = spans.filter(({ name }) => name === 'GET tvl.listChains')
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2, status: {} })
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(statements.length).toBeGreaterThan(0)
    expect(new Set(statements.map(({ name, traceId }) => `${name} ${traceId}`))).toEqual(
      new Set([`statement read ${TRACE}`]),
    )
    const runs = spans.filter(({ name }) => name === 'run test')
    expect(runs[0]?.attributes).toContainEqual({ key: 'almanac.run', value: { intValue: '1' } })
    expect(runs[0]?.attributes).toContainEqual({
      key: 'almanac.run.state',
      value: { stringValue: 'committed' },
    })
  })
})

import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, servicesOf } from '../../../test/support/services.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/facts.ts'
import { protocols } from '../../domains/registry/facts.ts'
import { sourceStates } from '../../live/schedule/source-state-log.ts'
import { createServer } from '../server/server.ts'
import type { StreamLimits } from '../stream/streams.ts'
import { metaRoutes } from './index.ts'

const LIMITS = { maxPerCaller: 3, maxTotal: 5, heartbeatMs: 100, maxUnreadBytes: 10_000 }

let app: TestApp
let server: ReturnType<typeof createServer>
let port: number
beforeAll(async () => {
  app = await TestApp.start()
  ;({ server, port } = await serve({}))
  await putPrice('aggregator:a')
  await app.put(protocols, [{ id: '1', name: 'Example', category: 'Dexs' }])
  await app.put(sourceStates, [{ source: 'x', state: 'failing', reason: 'down' }])
})
afterAll(async () => {
  await server.close()
  await app.stop()
})

async function serve(limits: Partial<StreamLimits>) {
  const own = createServer(metaRoutes, servicesOf(app.app, { streams: { ...LIMITS, ...limits } }))
  return { server: own, port: await listen(own) }
}

function putPrice(coin: string): Promise<number> {
  return app.put(prices, [{ coin, atSec: NOW_SEC, priceUsd: 1, confidence: 1 }])
}

/** Reads a stream as its bytes come. */
class Reader {
  readonly response: IncomingMessage
  text = ''

  private constructor(response: IncomingMessage) {
    this.response = response
    response.setEncoding('utf8').on('data', (chunk: string) => {
      this.text += chunk
    })
    response.on('error', () => undefined)
  }

  static async open(
    query: string,
    { headers = {}, on = port }: { headers?: Record<string, string>; on?: number } = {},
  ): Promise<Reader> {
    const request = http.get({ port: on, path: `/meta/stream?${query}`, headers, agent: false })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return new Reader(response)
  }

  /** Ids of the events with data, in the order they came. */
  get ids(): string[] {
    return [...this.text.matchAll(/^id: (\S+)\nevent: /gm)].map(([, id = '']) => id)
  }

  get events(): Record<string, unknown>[] {
    return [...this.text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
  }

  async until(isTrue: (reader: Reader) => boolean): Promise<this> {
    for (const deadline = Date.now() + 60_000; !isTrue(this); await sleep(10))
      if (Date.now() > deadline) throw new Error(`It did not come: ${this.text}`)
    return this
  }

  close(): void {
    this.response.destroy()
  }
}

test('default: what happened since an id, then what happens', async () => {
  const reader = await Reader.open('since=0')
  expect(reader.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(reader.response.headers['content-encoding']).toBeUndefined()
  await reader.until(({ ids }) => ids.length === 4)
  expect(reader.ids).toEqual(['1', '2', '3.1', '3'])
  const run = await putPrice('aggregator:b')
  await reader.until(({ ids }) => ids.length === 5)
  expect(reader.events.at(-1)).toMatchObject({
    ...{ id: String(run), event: 'commit', run, source: 'test' },
    facts: [{ fact: 'prices', rows: 1 }],
  })
  reader.close()
})

test('behavior: without an id only what is new, and an id to resume by before anything came', async () => {
  const reader = await Reader.open('')
  const latest = app.app.store.journal.latest
  await reader.until(({ text }) => text.includes('\n\n'))
  expect(reader.text).toContain(`retry: 3000\nid: ${latest}\n\n`)
  const run = await putPrice('aggregator:c')
  await reader.until(({ ids }) => ids.length > 0)
  expect(reader.ids).toEqual([String(run)])
  reader.close()
})

test('behavior: Last-Event-ID counts before since, also in the middle of a run', async () => {
  const reader = await Reader.open('since=0&once=true', { headers: { 'last-event-id': '2' } })
  await once(reader.response, 'end')
  expect(reader.ids.slice(0, 2)).toEqual(['3.1', '3'])
  const rest = await Reader.open('once=true', { headers: { 'last-event-id': '3.1' } })
  await once(rest.response, 'end')
  expect(rest.ids[0]).toBe('3')
})

test('behavior: filters by event and fact', async () => {
  const idsOf = async (query: string) => {
    const reader = await Reader.open(`since=0&once=true&${query}`)
    await once(reader.response, 'end')
    return reader.ids.filter((id) => Number.parseInt(id, 10) <= 3)
  }
  expect(await idsOf('event=commit')).toEqual(['1', '2', '3'])
  expect(await idsOf('event=failing,recovered')).toEqual(['3.1'])
  expect(await idsOf('fact=protocols')).toEqual(['2', '3.1'])
  expect(await idsOf('fact=protocols,prices&event=commit')).toEqual(['1', '2'])
})

test('behavior: no gap and no repetition, however commits and reconnects fall together', async () => {
  const first = app.app.store.journal.latest
  const seen: string[] = []
  const writing = (async () => {
    for (let index = 0; index < 12; index++) await putPrice(`aggregator:gap${index}`)
  })()
  while (seen.length < 12) {
    const last = seen.at(-1) ?? String(first)
    const reader = await Reader.open('event=commit', { headers: { 'last-event-id': last } })
    await reader.until(({ ids }) => ids.length > 0)
    reader.close()
    seen.push(...reader.ids)
  }
  await writing
  expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => String(first + 1 + index)))
})

test('behavior: heartbeats are comments', async () => {
  const reader = await Reader.open('')
  await reader.until(({ text }) => text.split(': heartbeat\n\n').length > 3)
  expect(reader.ids).toEqual([])
  reader.close()
})

describe('limits', () => {
  test('error: 429 for more streams than a caller may have, and room again when one is closed', async () => {
    const open = await Promise.all([1, 2, 3].map(() => Reader.open('')))
    const refused = await Reader.open('')
    await once(refused.response, 'end')
    expect([refused.response.statusCode, JSON.parse(refused.text)]).toMatchObject([
      429,
      { error: 'rate_limited' },
    ])
    open[0]?.close()
    await sleep(100)
    const again = await Reader.open('')
    expect(again.response.statusCode).toBe(200)
    for (const reader of [...open, again]) reader.close()
    await sleep(100)
  })

  test('error: 503 for more than the service has room for', async () => {
    const own = await serve({ maxTotal: 1 })
    const one = await Reader.open('', { on: own.port })
    const two = await Reader.open('', { on: own.port })
    expect([one.response.statusCode, two.response.statusCode]).toEqual([200, 503])
    one.close()
    await own.server.close()
  })

  test('behavior: a reader that does not read is disconnected; another one is not', async () => {
    const own = await serve({ maxUnreadBytes: 1_000_000, heartbeatMs: 60_000 })
    const good = await Reader.open('', { on: own.port })
    const request = http.get({ port: own.port, path: '/meta/stream', agent: false })
    const [silent] = (await once(request, 'response')) as [IncomingMessage]
    silent.pause()
    let isGone = false
    silent.on('close', () => {
      isGone = true
    })
    silent.on('error', () => undefined)
    const note = 'x'.repeat(300_000)
    for (let index = 0; index < 40 && !isGone; index++) {
      await app.put(sourceStates, [{ source: `s${index}`, state: 'failing', reason: note }])
      await sleep(20)
      // The end of the connection is seen by reading on.
      if (index > 25) silent.resume()
    }
    expect(isGone).toBe(true)
    expect(good.response.destroyed).toBe(false)
    await good.until(({ ids }) => ids.includes(String(app.app.store.journal.latest)))
    good.close()
    await own.server.close()
  })

  test('error: 400 for an id that is none and an event that is unknown, 404 for an unknown fact', async () => {
    for (const [query, status] of [
      ['since=abc', 400],
      ['event=birthday', 400],
      ['fact=pricez', 404],
    ] as const)
      expect((await app.get(`/meta/stream?${query}`)).status).toBe(status)
  })
})

test('behavior: HEAD ends at once', async () => {
  const { status, body } = await app.get('/meta/stream', { method: 'HEAD' })
  expect([status, body]).toEqual([200, ''])
})

test('behavior: the server ends streams when it closes', async () => {
  const own = await serve({})
  const reader = await Reader.open('', { on: own.port })
  const ended = once(reader.response, 'end')
  const startedMs = performance.now()
  await own.server.close()
  await ended
  expect(performance.now() - startedMs).toBeLessThan(20_000)
})

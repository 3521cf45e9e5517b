import { type AbiEvent, type Log as EncodedLog, parseAbiItem, parseEventLogs } from 'viem'
import { observeFlows } from '../src/domains/dimensions/ingest/from-observations.ts'
import { DAY_SEC, HOUR_SEC } from '../src/lib/clock.ts'
import { groupJobs } from '../src/live/model/live-job.ts'
import { type CollectedBy, collectAll, type PeriodRequest } from '../src/live/run/prepare-run.ts'
import { runPeriod } from '../src/live/run/run-period.ts'
import { wantedPrices } from '../src/sources/model/amounts.ts'
import { type LiveWorld, paidThousandths, startLiveWorld } from './support/live-world.ts'
import { median, repeat, timeMs } from './support/measure.ts'
import { withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { countAt } from './support/size.ts'

const MIDNIGHT_SEC = Date.parse('2026-01-14T00:00:00Z') / 1000
const SIZE = {
  ...{ midnightSec: MIDNIGHT_SEC, tokens: 100, pairs: countAt(500), hours: 20, tradesPerHour: 10 },
}
const EVENTS = SIZE.pairs * SIZE.hours * SIZE.tradesPerHour
const DAY: PeriodRequest = { fromSec: MIDNIGHT_SEC, atSec: MIDNIGHT_SEC + DAY_SEC }
const ROUNDS = 5
const MAX_ROUND_TRIPS = 3
const MIN_EVENTS_PER_SEC = 20_000
const MAX_ADDED_SHARE = 0.2
const SWAP = parseAbiItem(
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
)

/** Reading a real chain: messages for balances, events a second, what a run adds to the node. */
export async function live(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const world = await startLiveWorld(folder, SIZE)
    try {
      await balances(report, world)
      await events(report, world)
      await share(report, world)
    } finally {
      await world.close()
    }
  })
}

async function balances(report: Report, world: LiveWorld): Promise<void> {
  report.section('1,000 token balances at one block of a chain on this machine')
  const rounds = await repeat(ROUNDS, async () => {
    const exchanges: Exchange[] = []
    const { seen, ms } = await collect(world, 'balances', recordExchanges(exchanges))
    const held = seen.observations.holdings.map(({ amount }) => ('raw' in amount ? amount.raw : 0n))
    // 1, 2, 3 … units of the tokens.
    const isRight = held.every((raw, index) => raw === BigInt(index + 1) * 10n ** 18n)
    if (!isRight || held.length !== SIZE.tokens) throw new Error('wrong balances')
    const nodeMs = await timeNode(world.url, exchanges)
    return { ms, nodeMs, trips: seen.roundTrips, messages: exchanges.length }
  })
  const of = (name: keyof (typeof rounds)[number]) => rounds.map((round) => round[name])
  const trips = Math.max(...of('trips'))
  report.add('messages to the node', `${trips}`, `≤ ${MAX_ROUND_TRIPS}`, trips <= MAX_ROUND_TRIPS)
  const messages = Math.max(...of('messages'))
  report.add('with asking for the chain’s id and finding the block', `${messages}`)
  report.add(
    'time, and the node’s own time for the same messages',
    `${median(of('ms')).toFixed(0)} ms, ${median(of('nodeMs')).toFixed(0)} ms`,
  )
}

/** The node replies once; then its recorded replies are used, so that only our part is timed. */
async function events(report: Report, world: LiveWorld): Promise<void> {
  report.section(
    `${EVENTS.toLocaleString('en')} swap events of ${SIZE.pairs} pairs to daily volume, without the node`,
  )
  const exchanges: Exchange[] = []
  const first = await collect(world, 'exchange-by-day', recordExchanges(exchanges))
  const context = world.context(fetch)
  const { observations } = first.seen
  const wanted = wantedPrices(observations, DAY.atSec)
  const book = await context.loadPriceBook(context.store.snapshot(), wanted, observations)
  const times = await repeat(ROUNDS, () =>
    timeMs(async () => {
      const { seen } = await collect(world, 'exchange-by-day', replyFrom(exchanges))
      const [days] = observeFlows(seen.observations, book)
      const volume = Number(days?.rows.find(({ dataType }) => dataType === 'dailyVolume')?.valueUsd)
      if (Math.abs(volume * 1000 - paidThousandths(SIZE)) > 0.001)
        throw new Error(`the volume is ${volume}`)
    }),
  )
  const ours = (1000 * EVENTS) / median(times)
  report.add(
    'events a second: replies parsed and checked, events decoded, added up, priced, made rows',
    Math.round(ours).toLocaleString('en'),
    `≥ ${MIN_EVENTS_PER_SEC.toLocaleString('en')}`,
    ours >= MIN_EVENTS_PER_SEC,
  )
  const bareTimes = await repeat(ROUNDS, () => timeMs(async () => decodeBare(exchanges)))
  const bare = (1000 * EVENTS) / median(bareTimes)
  report.ratio(
    'the same against parsing the replies and decoding the events with viem, nothing else',
    ours,
    bare,
    1,
  )
}

function decodeBare(exchanges: readonly Exchange[]): void {
  let decoded = 0
  for (const { body, reply } of exchanges) {
    if (!body.includes('eth_getLogs')) continue
    for (const { result } of [JSON.parse(reply.toString('utf8'))].flat() as { result: unknown }[]) {
      if (Array.isArray(result))
        decoded += parseEventLogs({ abi: [SWAP as AbiEvent], logs: result as EncodedLog[] }).length
    }
  }
  if (decoded !== EVENTS) throw new Error(`${decoded} of ${EVENTS} events were decoded`)
}

/** The hours follow each other, as they do in service; the first one only warms up. */
async function share(report: Report, world: LiveWorld): Promise<void> {
  const [job] = groupJobs([world.source('exchange-by-hour')])
  if (job === undefined) throw new Error('no job')
  const exchanges: Exchange[] = []
  const context = world.context(recordExchanges(exchanges))
  const spent = { runMs: 0, nodeMs: 0, afterMs: 0, codeMs: 0 }
  let rows = 0
  for (let hour = SIZE.hours - ROUNDS; hour <= SIZE.hours; hour++) {
    const atSec = MIDNIGHT_SEC + hour * HOUR_SEC
    exchanges.length = 0
    const startedMs = performance.now()
    const before = performance.eventLoopUtilization()
    const { run, prepared } = await runPeriod(context, job, { fromSec: atSec - HOUR_SEC, atSec })
    const endedMs = performance.now()
    const codeMs = performance.eventLoopUtilization(before).active
    if (prepared.holds.length > 0 || run.rejected > 0 || prepared.unpriced.length > 0)
      throw new Error('the run is not clean')
    const nodeMs = await timeNode(world.url, exchanges)
    if (hour === SIZE.hours - ROUNDS) continue
    rows += run.accepted
    spent.runMs += endedMs - startedMs
    spent.nodeMs += nodeMs
    spent.codeMs += codeMs
    spent.afterMs += endedMs - Math.max(...exchanges.map((exchange) => exchange.endedMs))
  }
  context.chains.close()
  const added = spent.runMs / spent.nodeMs - 1
  const each = (ms: number) => `${(ms / ROUNDS).toFixed(0)} ms`
  report.section(
    `An hour of an exchange, read, priced, guarded and stored: ${SIZE.pairs} pairs, ${SIZE.pairs * SIZE.tradesPerHour} trades an hour`,
  )
  report.add(
    'what a run adds to the node’s own time for the same messages',
    `${(added * 100).toFixed(0)}%`,
    '≤ 20%',
    added <= MAX_ADDED_SHARE,
  )
  report.add('a run, and the node', `${each(spent.runMs)}, ${each(spent.nodeMs)}`)
  report.add(
    'of the run after the last reply: adding up, prices, rows, guards, storing',
    each(spent.afterMs),
  )
  // The rest is the engine's and the node's.
  report.add('of the run in JavaScript', each(spent.codeMs))
  report.add('rows of a run', `${Math.round(rows / ROUNDS)}`)
}

/** What an instance sees of the day, by a client that has just started. */
async function collect(
  world: LiveWorld,
  id: string,
  reach: typeof fetch,
): Promise<{ seen: CollectedBy; ms: number }> {
  const context = world.context(reach)
  const startedMs = performance.now()
  const [seen] = await collectAll(context, [world.source(id)], DAY)
  context.chains.close()
  if (seen === undefined) throw new Error('nothing was collected')
  return { seen, ms: performance.now() - startedMs }
}

/** One message to a node with its reply, when it was sent and when the reply had arrived. */
interface Exchange {
  readonly body: string
  readonly reply: Buffer
  readonly startedMs: number
  readonly endedMs: number
}

/** The real fetch, which records messages and replies. */
function recordExchanges(into: Exchange[]): typeof fetch {
  return async (input, init) => {
    const startedMs = performance.now()
    const response = await fetch(input, init)
    const reply = Buffer.from(await response.arrayBuffer())
    into.push({ body: String(init?.body), reply, startedMs, endedMs: performance.now() })
    return new Response(reply, { status: response.status, headers: response.headers })
  }
}

/** Recorded replies instead of a node, so that the time that passes is ours alone. */
function replyFrom(exchanges: readonly Exchange[]): typeof fetch {
  const replies = new Map(exchanges.map(({ body, reply }) => [body, reply]))
  return async (_input, init) => {
    const reply = replies.get(String(init?.body))
    if (reply === undefined)
      throw new Error(`No reply was recorded for ${String(init?.body).slice(0, 200)}`)
    return new Response(new Uint8Array(reply))
  }
}

/** The node's own time: the same messages again, each after the replies it had waited for. */
async function timeNode(url: string, exchanges: readonly Exchange[]): Promise<number> {
  const inOrder = exchanges.toSorted((a, b) => a.startedMs - b.startedMs)
  const startedMs = performance.now()
  const replied = new Map<Exchange, Promise<void>>()
  for (const exchange of inOrder) {
    const earlier = inOrder
      .filter(({ endedMs }) => endedMs <= exchange.startedMs)
      .map((one) => replied.get(one))
    const reply = Promise.all(earlier).then(() => post(url, exchange.body))
    replied.set(exchange, reply)
  }
  await Promise.all(replied.values())
  return performance.now() - startedMs
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await response.arrayBuffer()
}

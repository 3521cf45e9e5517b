import { type AbiEvent, type Log as EncodedLog, parseAbiItem, parseEventLogs } from 'viem'
import { observeFlows } from '../src/domains/dimensions/ingest/from-observations.ts'
import { DAY_SEC, HOUR_SEC } from '../src/lib/clock.ts'
import { groupJobs } from '../src/live/model/live-job.ts'
import { type CollectedBy, collectAll, type PeriodRequest } from '../src/live/run/collect.ts'
import { runPeriod } from '../src/live/run/run-period.ts'
import { wantedPrices } from '../src/sources/model/observed-amounts.ts'
import { type BusyChain, paidThousandths, startBusyChain } from './support/live-chain.ts'
import {
  type Exchange,
  noteExchanges,
  type RecordedExchange,
  recordExchanges,
  replyFrom,
  timeNode,
} from './support/live-exchanges.ts'
import { type LiveService, startLiveService } from './support/live-service.ts'
import { withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { countAt, SHARE } from './support/share.ts'

const SIZE = { tokens: 100, pairs: countAt(SHARE, 500), hours: 20, tradesPerHour: 10 }
const EVENTS = SIZE.pairs * SIZE.hours * SIZE.tradesPerHour
const MIDNIGHT_SEC = Date.parse('2026-01-14T00:00:00Z') / 1000
const DAY: PeriodRequest = { fromSec: MIDNIGHT_SEC, atSec: MIDNIGHT_SEC + DAY_SEC }
const ROUNDS = 5
const MAX_ROUND_TRIPS = 3
const MIN_EVENTS_PER_SEC = 20_000
const MAX_ADDED_SHARE = 0.2
const SWAP = parseAbiItem(
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
)

/**
 * Reading a real chain: messages for a thousand balances, events a second, and what a run adds to
 * the node's own time.
 */
export async function live(report: Report): Promise<void> {
  const chain = await startBusyChain(SIZE, MIDNIGHT_SEC)
  try {
    await withFolder(async (folder) => {
      const service = await startLiveService(folder, chain, MIDNIGHT_SEC)
      try {
        await balances(report, service, chain)
        await events(report, service)
        await share(report, service, chain)
      } finally {
        await service.close()
      }
    })
  } finally {
    await chain.anvil.stop()
  }
}

async function balances(
  report: Report,
  service: LiveService,
  { tokens, anvil }: BusyChain,
): Promise<void> {
  report.section('1,000 token balances at one block of a chain on this machine')
  const [ourMs, nodeMs]: [number[], number[]] = [[], []]
  let trips = 0
  let messages = 0
  for (let round = 0; round < ROUNDS; round++) {
    const exchanges: Exchange[] = []
    const { seen, ms } = await collect(service, 'balances', noteExchanges(exchanges))
    const held = seen.observations.holdings.map(({ amount }) => ('raw' in amount ? amount.raw : 0n))
    // 1, 2, 3 … units of the tokens.
    if (
      !held.every((raw, index) => raw === BigInt(index + 1) * 10n ** 18n) ||
      held.length !== tokens.length
    )
      throw new Error('wrong balances')
    ourMs.push(ms)
    nodeMs.push(await timeNode(anvil.url, exchanges))
    trips = Math.max(trips, seen.roundTrips)
    messages = Math.max(messages, exchanges.length)
  }
  report.add('messages to the node', `${trips}`, `≤ ${MAX_ROUND_TRIPS}`, trips <= MAX_ROUND_TRIPS)
  report.add('with asking for the chain’s id and finding the block', `${messages}`)
  report.add(
    'time, and the node’s own time for the same messages',
    `${median(ourMs).toFixed(0)} ms, ${median(nodeMs).toFixed(0)} ms`,
  )
}

/** The node replies once; then its recorded replies are used, so that only our part is timed. */
async function events(report: Report, service: LiveService): Promise<void> {
  report.section(
    `${EVENTS.toLocaleString('en')} swap events of ${SIZE.pairs} pairs to daily volume, without the node`,
  )
  const exchanges: RecordedExchange[] = []
  const first = await collect(service, 'exchange-by-day', recordExchanges(exchanges))
  const context = service.context(fetch)
  const wanted = wantedPrices(first.seen.observations, DAY.atSec)
  const book = await context.loadPriceBook(
    context.store.snapshot(),
    wanted,
    first.seen.observations,
  )
  const secondsOf: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now()
    const { seen } = await collect(service, 'exchange-by-day', replyFrom(exchanges))
    const [days] = observeFlows(seen.observations, book)
    secondsOf.push((performance.now() - startedMs) / 1000)
    const volume = Number(days?.rows.find(({ dataType }) => dataType === 'dailyVolume')?.valueUsd)
    if (Math.abs(volume * 1000 - paidThousandths(SIZE)) > 0.001)
      throw new Error(`the volume is ${volume}`)
  }
  const ours = EVENTS / median(secondsOf)
  report.add(
    'events a second: replies parsed and checked, events decoded, added up, priced, made rows',
    Math.round(ours).toLocaleString('en'),
    `≥ ${MIN_EVENTS_PER_SEC.toLocaleString('en')}`,
    ours >= MIN_EVENTS_PER_SEC,
  )
  const bare = EVENTS / median(Array.from({ length: ROUNDS }, () => decodeBare(exchanges)))
  report.ratio(
    'the same against parsing the replies and decoding the events with viem, nothing else',
    ours,
    bare,
    1,
  )
}

function decodeBare(exchanges: readonly RecordedExchange[]): number {
  const startedMs = performance.now()
  let decoded = 0
  for (const { body, reply } of exchanges) {
    if (!body.includes('eth_getLogs')) continue
    for (const { result } of [JSON.parse(reply.toString('utf8'))].flat() as { result: unknown }[]) {
      if (Array.isArray(result))
        decoded += parseEventLogs({ abi: [SWAP as AbiEvent], logs: result as EncodedLog[] }).length
    }
  }
  if (decoded !== EVENTS) throw new Error(`${decoded} of ${EVENTS} events were decoded`)
  return (performance.now() - startedMs) / 1000
}

/**
 * The hours follow each other, as they do in service; the first one warms up and does not count.
 */
async function share(report: Report, service: LiveService, { anvil }: BusyChain): Promise<void> {
  const [job] = groupJobs([service.source('exchange-by-hour')])
  if (job === undefined) throw new Error('no job')
  const exchanges: Exchange[] = []
  const context = service.context(noteExchanges(exchanges))
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
    const nodeMs = await timeNode(anvil.url, exchanges)
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
  service: LiveService,
  id: string,
  reach: typeof fetch,
): Promise<{ seen: CollectedBy; ms: number }> {
  const context = service.context(reach)
  const startedMs = performance.now()
  const [seen] = await collectAll(context, [service.source(id)], DAY)
  context.chains.close()
  if (seen === undefined) throw new Error('nothing was collected')
  return { seen, ms: performance.now() - startedMs }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

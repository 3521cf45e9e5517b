import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startClickHouse } from '../test/support/clickhouse/start-server.ts'
import { median } from './support/engine-limits.ts'
import {
  endedChildrenTimeSec,
  type Load,
  load,
  type Peer,
  processorTimeSec,
  startAlmanac,
  withFolder,
} from './support/processes.ts'
import type { Report } from './support/report.ts'

const ROUNDS = 3
// `BENCH_SECONDS=2` for a quick look.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const LIMIT = 1.6
const CORES = 2
const CALLERS = 200
// A year and more before the demo world ends, of which it has all days.
const LATEST_SEC = Date.parse('2025-01-01T00:00:00Z') / 1000
const RANGE_SEC = 90 * 86_400
/** Another `start` each time makes another chart. */
const CHARTS = {
  'cold charts of figures in memory': '/v2/historicalChainTvl?start=',
  'cold charts that the engine reads': '/chart/aggregator:bitcoin?span=365&period=1d&start=',
}

/** The time of one response. */
interface Round {
  rate: number
  /** Of all processes of the service. */
  serviceMs: number
  engineMs: number
  /** Of the client, which is on the same cores too. */
  clientMs: number
}

/** Two workers against one process on the same ClickHouse server, in turns. */
export async function workers(report: Report): Promise<void> {
  report.section(
    'Two workers against one process, with a ClickHouse server and the client on the same cores',
  )
  await withFolder(async (folder) => {
    const clickHouse = await startClickHouse()
    const settings = {
      ALMANAC_STORE_URL: clickHouse.url,
      ALMANAC_CLOCK: '2026-01-31T12:00:00Z',
      ALMANAC_TRUST_PROXY: '1',
    }
    const one = await startAlmanac(join(folder, 'one'), settings)
    const two = await startAlmanac(join(folder, 'two'), settings, 'ignore', ['--workers', '2'])
    const compare = async (what: string, ask: (peer: Peer) => Promise<Load>) => {
      for (const peer of [one, two]) await ask(peer)
      const rounds: { one: Round; two: Round }[] = []
      for (let round = 0; round < ROUNDS; round++)
        rounds.push({
          one: await timed(one, clickHouse.pids, ask),
          two: await timed(two, clickHouse.pids, ask),
        })
      const typical = (who: 'one' | 'two'): Round => ({
        rate: median(rounds.map((round) => round[who].rate)),
        serviceMs: median(rounds.map((round) => round[who].serviceMs)),
        engineMs: median(rounds.map((round) => round[who].engineMs)),
        clientMs: median(rounds.map((round) => round[who].clientMs)),
      })
      addRows(report, what, { one: typical('one'), two: typical('two') })
    }
    await compare('cached responses', ({ url }) => load(`${url}/v2/chains`, { seconds: SECONDS }))
    for (const [index, [what, path]] of Object.entries(CHARTS).entries()) {
      const script = join(folder, `cold-${index}.lua`)
      writeFileSync(script, coldCharts(path))
      await compare(what, ({ url }) => load(url, { seconds: SECONDS, connections: 32, script }))
    }
    await two.stop()
    await one.stop()
    await clickHouse.stop()
  })
}

function addRows(report: Report, what: string, { one, two }: { one: Round; two: Round }): void {
  report.ratio(what, two.rate, one.rate, LIMIT)
  const perResponse = ({ serviceMs, engineMs, clientMs }: Round) =>
    `${[serviceMs, engineMs, clientMs].map((ms) => ms.toFixed(3)).join(' + ')} ms`
  report.add(
    `${what}: processor time of service, engine and client for each`,
    `${perResponse(one)} → ${perResponse(two)}`,
  )
  report.add(
    `${what}: the most by these times`,
    `${most(one, two).toFixed(2)} times on these ${CORES} cores, ${((2 * one.serviceMs) / two.serviceMs).toFixed(2)} with engine and client on others`,
  )
}

/** How much more two workers can answer where all of it, engine and client too, has `CORES` cores. */
function most(one: Round, two: Round): number {
  const perMs = (round: Round) => CORES / (round.serviceMs + round.engineMs + round.clientMs)
  // One process answers on one core, whatever the others do.
  return perMs(two) / Math.min(1 / one.serviceMs, perMs(one))
}

/** Another chart each time, from another caller. */
function coldCharts(path: string): string {
  return `
local n = os.time() % 60000 * 1000
request = function()
  n = n + 1
  wrk.headers["X-Forwarded-For"] = "198.51.100." .. (n % ${CALLERS})
  return wrk.format("GET", "${path}" .. (${LATEST_SEC} - n % ${RANGE_SEC}))
end
`
}

async function timed(
  peer: Peer,
  enginePids: readonly number[],
  measure: (peer: Peer) => Promise<Load>,
): Promise<Round> {
  const engineSec = () => enginePids.reduce((sum, pid) => sum + processorTimeSec(pid), 0)
  const before = {
    ...{ service: serviceTimeSec(peer), engine: engineSec(), client: endedChildrenTimeSec() },
  }
  const { requests, requestsPerSecond } = await measure(peer)
  return {
    rate: requestsPerSecond,
    serviceMs: (1000 * (serviceTimeSec(peer) - before.service)) / requests,
    engineMs: (1000 * (engineSec() - before.engine)) / requests,
    clientMs: (1000 * (endedChildrenTimeSec() - before.client)) / requests,
  }
}

/** Of the process and its workers. */
function serviceTimeSec({ pid }: Peer): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const all = [pid, ...children.split(' ').filter((one) => one !== '')]
  return all.reduce<number>((sum, one) => sum + processorTimeSec(one), 0)
}

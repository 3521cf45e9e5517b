import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startClickHouse } from '../test/support/clickhouse/start-server.ts'
import { median } from './support/engine-limits.ts'
import {
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
const NOW_SEC = Date.parse('2026-01-31T12:00:00Z') / 1000
const CALLERS = 200

/** Another chart each time, from another caller. */
const COLD_CHARTS = `
local n = os.time() % 60000 * 1000
request = function()
  n = n + 1
  wrk.headers["X-Forwarded-For"] = "198.51.100." .. (n % ${CALLERS})
  return wrk.format("GET", "/chart/aggregator:bitcoin?span=365&period=1d&start=" .. (${NOW_SEC} - 400 * 86400 - n))
end
`

interface Round {
  rate: number
  /** Processor time of all processes of the service for one response. */
  costMs: number
}

async function timed(peer: Peer, measure: (peer: Peer) => Promise<Load>): Promise<Round> {
  const before = serviceTimeSec(peer)
  const { requests, requestsPerSecond } = await measure(peer)
  return {
    rate: requestsPerSecond,
    costMs: (1000 * (serviceTimeSec(peer) - before)) / requests,
  }
}

/** Of the process and its workers. */
function serviceTimeSec({ pid }: Peer): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const all = [pid, ...children.split(' ').filter((one) => one !== '')]
  return all.reduce<number>((sum, one) => sum + processorTimeSec(one), 0)
}

/** Two workers against one process on the same ClickHouse server, in turns. */
export async function measureWorkers(report: Report): Promise<void> {
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
    const script = join(folder, 'cold.lua')
    writeFileSync(script, COLD_CHARTS)
    const one = await startAlmanac(join(folder, 'one'), settings)
    const two = await startAlmanac(join(folder, 'two'), settings, 'ignore', ['--workers', '2'])
    const cached = ({ url }: Peer) => load(`${url}/v2/chains`, { seconds: SECONDS })
    const cold = ({ url }: Peer) => load(url, { seconds: SECONDS, connections: 32, script })
    for (const [what, measure] of [
      ['cached responses', cached],
      ['cold charts', cold],
    ] as const) {
      for (const peer of [one, two]) await measure(peer)
      const rounds: { one: Round; two: Round }[] = []
      for (let round = 0; round < ROUNDS; round++)
        rounds.push({ one: await timed(one, measure), two: await timed(two, measure) })
      const rateOf = (who: 'one' | 'two') => median(rounds.map((round) => round[who].rate))
      const costMs = (who: 'one' | 'two') => median(rounds.map((round) => round[who].costMs))
      report.ratio(what, rateOf('two'), rateOf('one'), LIMIT)
      // On cores of its own two workers answer this many times as much: cost is all that limits them.
      report.add(
        `${what}: processor time of the service for each`,
        `${costMs('one').toFixed(3)} ms → ${costMs('two').toFixed(3)} ms, so ${((2 * costMs('one')) / costMs('two')).toFixed(2)} times on two cores without client and engine`,
      )
    }
    await two.stop()
    await one.stop()
    await clickHouse.stop()
  })
}

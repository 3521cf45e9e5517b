import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startClickHouse } from '../test/support/clickhouse/start-server.ts'
import { median } from './support/engine-limits.ts'
import { load, type Peer, startAlmanac, withFolder } from './support/processes.ts'
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
      const rates: { one: number[]; two: number[] } = { one: [], two: [] }
      await measure(one)
      await measure(two)
      for (let round = 0; round < ROUNDS; round++) {
        rates.one.push((await measure(one)).requestsPerSecond)
        rates.two.push((await measure(two)).requestsPerSecond)
      }
      report.ratio(what, median(rates.two), median(rates.one), LIMIT)
    }
    await two.stop()
    await one.stop()
    await clickHouse.stop()
  })
}

import { join } from 'node:path'
import { compareBeside, load } from './support/load.ts'
import { timeMs } from './support/measure.ts'
import { FROZEN_DEMO, runAlmanac, withFolder, withService } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { countAt } from './support/size.ts'
import { inStore, madePrices, writeFile } from './support/world.ts'

// The free requests that take most processor time in the demo world when they are not cached.
const HEAVIEST = [
  '/stablecoin/1?fields=chainBalances,{n}',
  '/protocol/harbor-swap?fields=tvl,chainTvls,tokens,tokensInUsd,{n}',
  '/bridgedaystats/{n}/Ethereum',
]

/** Latency of one client while another, without a key too, loops the three heaviest requests. */
export async function fairness(report: Report): Promise<void> {
  report.section('Latency while another client loops the three heaviest requests')
  await withService(FROZEN_DEMO, async (almanac) => {
    for (const path of HEAVIEST) await (await fetch(almanac.url + path)).text()
    await compareBeside(report, almanac, {
      request: {
        ...{ origin: almanac.url, localAddress: '127.0.0.2', paths: HEAVIEST },
        ...{ loops: HEAVIEST.length, from: 1_769_000_000, step: 3_607 },
      },
      what: 'responses to the heavy client',
      limits: { cached: 3, uncached: 5 },
    })
  })
}

const ROWS = countAt(10_000_000)

/** Latency of readers while ten million rows are imported into the process, against at rest. */
export async function memory(report: Report): Promise<void> {
  report.section(`Latency during an import of ${ROWS / 1e6} M rows`)
  await withFolder(async (folder) => {
    const file = join(folder, 'prices.csv')
    await inStore(join(folder, 'scratch'), ({ engine }) =>
      writeFile(engine, file, 'CSVWithNames', madePrices(ROWS, 1_600_000_000)),
    )
    await withService({}, async (almanac) => {
      const url = `${almanac.url}/v2/chains`
      await (await fetch(url)).text()
      const rest = await load(url, { seconds: 5 })
      const importing = timeMs(() => runAlmanac(almanac.dataDir, 'import', 'prices', file))
      const busy = await load(url, { seconds: 10 })
      const importMs = await importing
      report.times('p99 during the import over p99 at rest', busy.p99Ms, rest.p99Ms, 5)
      report.add('the import', `${(importMs / 1000).toFixed(0)} s`)
      report.memory(almanac)
    })
  })
}

import { accessLog } from './access-log.ts'
import { attribution } from './attribution.ts'
import { batchPrices } from './batch-prices.ts'
import { bridges } from './bridges.ts'
import { coldChart } from './cold-chart.ts'
import { dat } from './dat.ts'
import { dimensions } from './dimensions.ts'
import { ecosystem } from './ecosystem.ts'
import { equities } from './equities.ts'
import { etfsNarratives } from './etfs-narratives.ts'
import { explorer } from './explorer.ts'
import { fairness } from './fairness.ts'
import { http } from './http.ts'
import { imports } from './imports.ts'
import { journal } from './journal.ts'
import { live } from './live.ts'
import { load } from './load.ts'
import { rendering } from './load-rendering.ts'
import { workers } from './load-workers.ts'
import { memory } from './memory.ts'
import { mirror } from './mirror.ts'
import { preIpo } from './pre-ipo.ts'
import { randomPrices } from './random-prices.ts'
import { rwa } from './rwa.ts'
import { stablecoins } from './stablecoins.ts'
import { start } from './start.ts'
import { requireTools } from './support/processes.ts'
import { Report } from './support/report.ts'
import { surfaces } from './surfaces.ts'
import { unlocks } from './unlocks.ts'
import { visibility } from './visibility.ts'
import { yields } from './yields.ts'

const SUITES = {
  start,
  http,
  accessLog,
  fairness,
  randomPrices,
  batchPrices,
  imports,
  visibility,
  coldChart,
  memory,
  journal,
  dimensions,
  stablecoins,
  unlocks,
  etfsNarratives,
  ecosystem,
  yields,
  equities,
  attribution,
  bridges,
  rwa,
  dat,
  preIpo,
  live,
  mirror,
  surfaces,
  explorer,
  rendering,
  workers,
  load,
}

/**
 * `npm run bench [suite…]`: every suite, or the named ones; each writes its part of RESULTS.md when
 * it is done.
 */
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in SUITES))
if (unknown.length > 0)
  throw new Error(
    `No such suite: ${unknown.join(', ')}. There are ${Object.keys(SUITES).join(', ')}.`,
  )
await requireTools()
for (const [name, suite] of Object.entries(SUITES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const report = new Report()
  await suite(report)
  report.write(name)
}

import { batchPrices } from './batch-prices.ts'
import { fairness, memory } from './beside.ts'
import { explorer } from './explorer.ts'
import { accessLog, http, randomPrices } from './http.ts'
import { imports, mirror } from './imports.ts'
import { live } from './live.ts'
import { load } from './load.ts'
import { rendering } from './rendering.ts'
import { ecosystem, rwa, stablecoins } from './routes/assets.ts'
import { bridges } from './routes/bridges.ts'
import { dat, equities, preIpo } from './routes/companies.ts'
import { coldChart, etfsNarratives, unlocks, yields } from './routes/markets.ts'
import { attribution, dimensions } from './routes/protocols.ts'
import { journal, start } from './start.ts'
import { requireTools } from './support/processes.ts'
import { runSuites } from './support/report.ts'
import { SIZE, WANTED } from './support/size.ts'
import { surfaces } from './surfaces.ts'
import { visibility } from './visibility.ts'
import { workers } from './workers.ts'

const SUITES = {
  start,
  http,
  accessLog,
  fairness,
  randomPrices,
  batchPrices,
  imports,
  memory,
  journal,
  dimensions,
  attribution,
  stablecoins,
  rwa,
  ecosystem,
  unlocks,
  etfsNarratives,
  yields,
  coldChart,
  equities,
  dat,
  preIpo,
  bridges,
  visibility,
  mirror,
  live,
  surfaces,
  explorer,
  rendering,
  workers,
  load,
}

/**
 * `npm run bench [suite…] [-- --size small]`: every suite, or the named ones; each writes its part
 * of RESULTS.md when it is done, except at the small size, which its limits are not meant for.
 */
await requireTools()
await runSuites(SUITES, WANTED, {
  what: 'suite',
  partOf: (suite) => (SIZE === 'small' ? undefined : suite),
})

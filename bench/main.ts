import { coldChart } from './cold-chart.ts'
import { http } from './http.ts'
import { imports } from './imports.ts'
import { memory } from './memory.ts'
import { randomPrices } from './random-prices.ts'
import { start } from './start.ts'
import { requireTools } from './support/processes.ts'
import { Report } from './support/report.ts'

const SUITES = { start, http, randomPrices, imports, coldChart, memory }

/** `npm run bench [suite…]`: every suite, or the named ones; the results are written down only when all have run. */
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in SUITES))
if (unknown.length > 0) throw new Error(`No such suite: ${unknown.join(', ')}. There are ${Object.keys(SUITES).join(', ')}.`)
await requireTools()
const report = new Report()
for (const [name, suite] of Object.entries(SUITES)) {
  if (wanted.length === 0 || wanted.includes(name)) await suite(report)
}
if (wanted.length === 0) report.write()

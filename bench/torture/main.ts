import { Report } from '../support/report.ts'
import { tortureClock } from './clock/clock.ts'
import { tortureDisk } from './disk/disk.ts'
import { tortureKills } from './kills/kills.ts'
import { parseOptions } from './options.ts'
import { tortureRequests } from './requests/requests.ts'

const PARTS = {
  requests: tortureRequests,
  kills: tortureKills,
  disk: tortureDisk,
  clock: tortureClock,
}

/**
 * `npm run torture [part…]`: every part, or the named ones; each writes its part of RESULTS.md when
 * it is done. Leaves with 1 when a limit was missed.
 */
const { parts, options } = parseOptions(process.argv.slice(2))
const unknown = parts.filter((name) => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(
    `No such part: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`,
  )
let isMet = true
for (const [name, torture] of Object.entries(PARTS)) {
  if (parts.length > 0 && !parts.includes(name)) continue
  const report = new Report()
  await torture(report, options)
  report.write(`torture${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  isMet &&= report.isMet
}
process.exit(isMet ? 0 : 1)

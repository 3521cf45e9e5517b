import { runSuites } from '../support/report.ts'
import { tortureClock } from './clock.ts'
import { tortureDisk } from './disk.ts'
import { tortureKills } from './kills.ts'
import { parseOptions } from './part.ts'
import { tortureRequests } from './requests/requests.ts'

/**
 * `npm run torture [part…]`: every part, or the named ones; each writes its part of RESULTS.md when
 * it is done. Leaves with 1 when a limit was missed.
 */
const { parts, options } = parseOptions(process.argv.slice(2))
const isMet = await runSuites(
  {
    requests: (report) => tortureRequests(report, options),
    kills: (report) => tortureKills(report, options),
    disk: tortureDisk,
    clock: (report) => tortureClock(report, options),
  },
  parts,
  { what: 'part', partOf: (part) => `torture${part.charAt(0).toUpperCase()}${part.slice(1)}` },
)
process.exit(isMet ? 0 : 1)

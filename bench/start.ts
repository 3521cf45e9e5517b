import { residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

/** Time from the command to `/ready`, first and later, and memory with the demo world. */
export async function start(report: Report): Promise<void> {
  report.section('Start')
  await withFolder(async (folder) => {
    for (const [what, limitSec] of [
      ['first start to /ready', 20],
      ['later start to /ready', 2],
    ] as const) {
      const startedMs = performance.now()
      const almanac = await startAlmanac(folder)
      const seconds = (performance.now() - startedMs) / 1000
      report.add(what, `${seconds.toFixed(1)} s`, `${limitSec} s`, seconds <= limitSec)
      for (const path of ['/protocols', '/v2/historicalChainTvl', '/v2/chains'])
        await (await fetch(`${almanac.url}${path}`)).text()
      const mb = residentMb(almanac.pid)
      report.add(
        `resident memory with the demo world (${what.split(' ')[0]} start)`,
        `${mb} MB`,
        '900 MB',
        mb <= 900,
      )
      await almanac.stop()
    }
  })
}

import { processorTimeSec, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const FIRST_PATHS = ['/v2/chains', '/protocols', '/v2/historicalChainTvl']
const MAX_RESPONSE_MS = 3_000
const MAX_MB = 1_500
// What the kernel counts processor time in.

/**
 * Time from the command to `/ready`, of a first start and a later one; the first responses after
 * it; and memory with the demo world. Processor time says what wall time hides on a busy machine.
 */
export async function start(report: Report): Promise<void> {
  report.section('Start')
  await withFolder(async (folder) => {
    for (const [what, limitSec] of [
      ['first start', 15],
      ['later start', 2],
    ] as const) {
      const startedMs = performance.now()
      const almanac = await startAlmanac(folder)
      const seconds = (performance.now() - startedMs) / 1000
      const processorSec = processorTimeSec(almanac.pid).toFixed(1)
      report.add(
        `${what} to /ready`,
        `${seconds.toFixed(1)} s (${processorSec} s of processor time)`,
        `${limitSec} s`,
        seconds <= limitSec,
      )
      for (const path of FIRST_PATHS) {
        const askedMs = performance.now()
        await (await fetch(`${almanac.url}${path}`)).text()
        const ms = Math.round(performance.now() - askedMs)
        report.add(`${path} after it`, `${ms} ms`, `${MAX_RESPONSE_MS} ms`, ms <= MAX_RESPONSE_MS)
      }
      const mb = residentMb(almanac.pid)
      report.add(`resident memory after it`, `${mb} MB`, `${MAX_MB} MB`, mb <= MAX_MB)
      await almanac.stop()
    }
  })
}

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { launchBrowser } from '../test/support/browser/browser.ts'
import { firstPage } from './explorer/first-page.ts'
import { fullSize } from './explorer/full-size.ts'
import { largeChart } from './explorer/large-chart.ts'
import { layoutShift } from './explorer/layout-shift.ts'
import { longTable } from './explorer/long-table.ts'
import { pageChanges } from './explorer/page-changes.ts'
import { startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

/** The pages of the explorer in a browser, over the demo world and over full lists. */
export async function explorer(report: Report): Promise<void> {
  const build = [join(import.meta.dirname, '../scripts/build-explorer.mjs')]
  const folder = execFileSync(process.execPath, build, { encoding: 'utf8' })
  await withFolder(async (dataDir) => {
    const almanac = await startAlmanac(dataDir, { ALMANAC_EXPLORER_DIR: folder })
    const browser = await launchBrowser()
    const bench = { browser, folder, app: `${almanac.url}/app` }
    await firstPage(report, bench)
    await layoutShift(report, bench)
    await pageChanges(report, bench)
    await longTable(report, bench)
    await largeChart(report, bench)
    await almanac.stop()
    await fullSize(report, bench, dataDir)
    await browser.close()
  })
}

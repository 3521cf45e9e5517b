import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Explorer, newContext, startExplorer } from './support/browser/explorer.ts'
import { BLOCK_PAGES } from './support/browser/explorer-pages.ts'
import { type Check, walk } from './support/browser/walk.ts'
import { RECENT_DEMO } from './support/demo-dir.ts'
import { enlarge } from './support/full-size/enlarge.ts'
import { PATIENCE } from './support/patience.ts'

const WIDTH = 390
// The first responses after so large a run are made anew; how fast they are is for the bench to say.
const LOAD_MS = 300_000 * PATIENCE

/**
 * How many rows the longest table of a page has at least: those of the demo world with their
 * copies (63 stablecoins and 6 of each are 441), less what a list leaves out.
 */
const MIN_ROWS: Readonly<Record<string, number>> = {
  '/': 4_500,
  '/protocols': 4_500,
  '/chains': 150,
  '/stablecoins': 441,
  '/yields': 16_000,
  '/yields/borrow': 5_000,
  '/yields/perps': 1_500,
  '/yields/old-keys': 18_000,
  '/metrics/fees': 4_500,
  '/metrics/active-users': 4_500,
  '/unlocks': 405,
  '/bridges': 150,
  '/etfs': 154,
  '/equities': 8_000,
  '/pre-ipo': 660,
  '/rwa': 2_500,
  '/dat': 1_400,
  '/hacks': 950,
  '/raises': 5_000,
  '/treasuries': 500,
  '/runs': 12,
}

const pages = [...Object.keys(MIN_ROWS), ...BLOCK_PAGES.filter((path) => !(path in MIN_ROWS))]

let explorer: Explorer
beforeAll(async () => {
  explorer = await startExplorer(RECENT_DEMO)
  const { store, clock } = explorer.service.app
  await enlarge(store, clock)
})
afterAll(() => explorer?.stop())

const check: Check = async (view, path) => {
  const failed = await view.page.locator('main [role=alert]').allTextContents()
  const rows = await longestTable(view.page)
  const expected = MIN_ROWS[path] ?? 0
  return [
    ...view.refusals.splice(0),
    ...failed,
    ...((await view.isWide()) ? ['wider than the page'] : []),
    ...(rows >= expected ? [] : [`${rows} rows instead of ${expected}`]),
  ]
}

test('every list and every kind of block stands over lists of full length', async () => {
  const context = await newContext(explorer.browser, { viewport: { width: WIDTH, height: 844 } })
  context.setDefaultTimeout(LOAD_MS)
  expect(await walk(context, `${explorer.origin}/app`, pages, check)).toEqual([])
})

/** Rows that the longest table on the page says it has; it shows some of them. */
async function longestTable(page: { evaluate(script: string): Promise<unknown> }) {
  return (await page.evaluate(
    `Math.max(0, ...[...document.querySelectorAll('main table:has(tbody tr)')]
      .map((table) => Number(table.getAttribute('aria-rowcount') ?? 1) - 1))`,
  )) as number
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Explorer, newContext, startExplorer } from './support/browser/explorer.ts'
import { EXPLORER_PAGES } from './support/browser/explorer-pages.ts'
import { shownWhole, storiesShown } from './support/browser/shown-whole.ts'
import { View } from './support/browser/view.ts'
import { walk } from './support/browser/walk.ts'
import { PATIENCE } from './support/patience.ts'

let explorer: Explorer
let app: string
beforeAll(async () => {
  explorer = await startExplorer()
  app = `${explorer.origin}/app`
})
afterAll(() => explorer?.stop())

/** Over 60 pages in one test. */
const WALK_MS = 900_000 * PATIENCE
const wide = { viewport: { width: 1440, height: 900 } }

test(
  'every page in light at 1440 px: shown whole, without errors or barriers',
  async () => {
    const context = await newContext(explorer.browser, wide)
    expect(await walk(context, app, EXPLORER_PAGES, shownWhole)).toEqual([])
  },
  WALK_MS,
)

test('the stories: every block in each of its states without barriers', async () => {
  const view = await View.open(await newContext(explorer.browser, wide), app, '/no-such-page')
  expect(await storiesShown(view)).toEqual([])
})

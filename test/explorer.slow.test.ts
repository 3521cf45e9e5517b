import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Explorer, newContext, startExplorer } from './support/browser/explorer.ts'
import { BLOCK_PAGES, EXPLORER_PAGES } from './support/browser/explorer-pages.ts'
import { OPERATION_PAGES } from './support/browser/operation-pages.ts'
import { OPERATIONS, operationOf } from './support/browser/requested-operations.ts'
import { shownWhole, storiesShown } from './support/browser/shown-whole.ts'
import { View } from './support/browser/view.ts'
import { type Check, walk } from './support/browser/walk.ts'
import { TEST_KEY } from './support/test-app.ts'

/** The budget is 0.02 (bench/explorer.ts); a part without a place of its own moves others by more. */
const MAX_SHIFT = 0.05

let explorer: Explorer
let app: string
let wide: BrowserContext | undefined
beforeAll(async () => {
  explorer = await startExplorer()
  app = `${explorer.origin}/app`
})
afterAll(() => explorer?.stop())

test.each(BLOCK_PAGES)('%s: loaded anew without errors, and nothing moves', async (path) => {
  wide ??= await newContext(explorer.browser, { viewport: { width: 1440, height: 900 } })
  const view = await View.open(wide, app, path)
  const failed = await view.page.locator('[role=alert]').allTextContents()
  const isMoved = (await view.shift()) > MAX_SHIFT
  const { errors, refusals } = view
  await view.page.close()
  expect({ errors, refusals, failed, isMoved }).toEqual({
    ...{ errors: [], refusals: [], failed: [], isMoved: false },
  })
})

describe('with a key in use', () => {
  /** Operations that each page requests when nothing is known yet. */
  const requested = new Map<string, ReadonlySet<string | undefined>>()
  const record: Check = async (view, path) => {
    const operations = view.requests.splice(0).map((one) => operationOf(one.method, one.path))
    requested.set(path, new Set(operations))
    const failed = await view.page.locator('[role=alert]').allTextContents()
    await view.forget()
    return [...view.refusals.splice(0), ...failed]
  }

  test('every URL that the reference leads to: without errors', async () => {
    const context = await newContext(explorer.browser, { viewport: { width: 1440, height: 900 } })
    await useKey(context)
    const paths = [...new Set(Object.values(OPERATION_PAGES))]
    expect(await walk(context, app, paths, record)).toEqual([])
  })

  test.each(Object.entries(OPERATION_PAGES))('%s is shown at %s', (id, path) => {
    expect([...(requested.get(path) ?? [])]).toContain(id)
  })

  test('no operation of the contract is left out', () => {
    const left = OPERATIONS.map(({ id }) => id).filter((id) => OPERATION_PAGES[id] === undefined)
    expect(left).toEqual([])
  })
})

describe('dark at 390 px', () => {
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }

  test('every kind of block: shown whole, without errors or barriers', async () => {
    const context = await newContext(explorer.browser, phone)
    expect(await walk(context, app, BLOCK_PAGES, shownWhole)).toEqual([])
  })

  test('every page: no wider than the window', async () => {
    const context = await newContext(explorer.browser, phone)
    const others = EXPLORER_PAGES.filter((path) => !BLOCK_PAGES.includes(path))
    const narrow: Check = async (view) => ((await view.isWide()) ? ['wider than the page'] : [])
    expect(await walk(context, app, others, narrow)).toEqual([])
  })

  test('the stories: every block in each of its states without barriers', async () => {
    const view = await View.open(await newContext(explorer.browser, phone), app, '/no-such-page')
    expect(await storiesShown(view)).toEqual([])
  })
})

/** As if a key had been entered on the page of keys. */
async function useKey(context: BrowserContext): Promise<void> {
  const { origin } = explorer
  const response = await context.request.post(`${origin}/app/session`, { data: { key: TEST_KEY } })
  const session = JSON.stringify(await response.text())
  await context.addInitScript(`localStorage.setItem('almanac.session', ${session})`)
}

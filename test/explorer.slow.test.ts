import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Explorer, newContext, startExplorer } from './support/browser/explorer.ts'
import { EXPLORER_PAGES } from './support/browser/explorer-pages.ts'
import { OPERATION_PAGES } from './support/browser/operation-pages.ts'
import { OPERATIONS, operationOf } from './support/browser/requested-operations.ts'
import { View } from './support/browser/view.ts'
import { TEST_KEY } from './support/test-app.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Rows of a table are alike: the first ones speak for all. */
const LIKE_OTHERS = 'tbody tr:nth-child(n + 31)'
/** The budget is 0.02 (bench/explorer.ts); a part without a place of its own moves others by more. */
const MAX_SHIFT = 0.05
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

let explorer: Explorer
let app: string
beforeAll(async () => {
  explorer = await startExplorer()
  app = `${explorer.origin}/app`
})
afterAll(() => explorer?.stop())

const nothingWrong = { errors: [], refusals: [], failed: [], barriers: [], isWide: false }

async function wrongWith(view: View): Promise<typeof nothingWrong> {
  const failed = await view.page.locator('[role=alert]').allTextContents()
  const found = {
    errors: view.errors.splice(0),
    refusals: view.refusals.splice(0),
    failed,
    barriers: await violationsOf(view.page),
    isWide: await view.isWide(),
  }
  return found as typeof nothingWrong
}

/** Stories show refusals and what is awaited for ever. */
async function storiesWrong(view: View) {
  await view.page.waitForSelector('.u-over')
  const barriers = await violationsOf(view.page)
  return { errors: view.errors.splice(0), barriers, isWide: await view.isWide() }
}

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const found = (await page.evaluate(
    `axe.run({ exclude: ['${LIKE_OTHERS}'] }, { runOnly: ${JSON.stringify(RULES)} })`,
  )) as { violations: { id: string; nodes: { html: string }[] }[] }
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}

describe('light at 1440 px, each page loaded anew with a key in use', () => {
  let context: BrowserContext
  const requested = new Map<string, Set<string>>()
  beforeAll(async () => {
    context = await newContext(explorer.browser, { viewport: { width: 1440, height: 900 } })
    await useKey(context)
  })

  /** Operations that a page asks for when it is opened. */
  async function openAndRecord(path: string): Promise<View> {
    const operations = new Set<string>()
    requested.set(path, operations)
    context.removeAllListeners('request')
    context.on('request', (request) => {
      const id = operationOf(request.method(), new URL(request.url()).pathname)
      if (id !== undefined) operations.add(id)
    })
    return View.open(context, app, path)
  }

  test.each(EXPLORER_PAGES)('%s: shown whole, without errors or barriers', async (path) => {
    const view = await openAndRecord(path)
    const wrong = { ...(await wrongWith(view)), isMoved: (await view.shift()) > MAX_SHIFT }
    await view.page.close()
    expect(wrong).toEqual({ ...nothingWrong, isMoved: false })
  })

  test('the stories: every block in each of its states without barriers', async () => {
    const view = await View.open(context, app, '/no-such-page')
    await view.show('/design')
    const found = await storiesWrong(view)
    await view.page.close()
    expect(found).toEqual({ errors: [], barriers: [], isWide: false })
  })

  test.each(Object.entries(OPERATION_PAGES))('%s is shown at %s', async (id, path) => {
    if (!requested.has(path)) await (await openAndRecord(path)).page.close()
    expect([...(requested.get(path) ?? [])]).toContain(id)
  })

  test('no operation of the contract is left out', () => {
    const left = OPERATIONS.map(({ id }) => id).filter((id) => OPERATION_PAGES[id] === undefined)
    expect(left).toEqual([])
  })
})

describe('dark at 390 px, one page after the other', () => {
  let view: View
  beforeAll(async () => {
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }
    view = await View.open(await newContext(explorer.browser, phone), app, '/watchlist')
  })

  test.each(EXPLORER_PAGES)('%s: shown whole, without errors or barriers', async (path) => {
    await view.follow(path)
    expect(await wrongWith(view)).toEqual(nothingWrong)
  })

  test('the stories: every block in each of its states without barriers', async () => {
    await view.show('/design')
    expect(await storiesWrong(view)).toEqual({ errors: [], barriers: [], isWide: false })
  })
})

/** As if a key had been entered on the page of keys. */
async function useKey(context: BrowserContext): Promise<void> {
  const { origin } = explorer
  const response = await context.request.post(`${origin}/app/session`, { data: { key: TEST_KEY } })
  const session = JSON.stringify(await response.text())
  await context.addInitScript(`localStorage.setItem('almanac.session', ${session})`)
}

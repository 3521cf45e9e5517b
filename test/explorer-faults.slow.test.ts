import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closePages, type Explorer, newContext, startExplorer } from './support/browser/explorer.ts'
import { EXPLORER_PAGES } from './support/browser/explorer-pages.ts'
import { HOSTILE_NAMES, importHostileRows } from './support/browser/hostile-rows.ts'
import { View } from './support/browser/view.ts'
import { type Check, walk } from './support/browser/walk.ts'

const WIDTH = 390
/** Pages that show something without asking the service for it. */
const QUIET = new Set(['/watchlist', '/query', '/keys', '/no-such-page'])

let explorer: Explorer
let app: string
beforeAll(async () => {
  explorer = await startExplorer({ ALMANAC_DEMO: 'off' })
  app = `${explorer.origin}/app`
})
afterAll(() => explorer?.stop())
afterEach(() => closePages(explorer))

/** A browser in which requests to the API, and only they, are handled by the test. */
async function contextWith(handle: (route: Route) => Promise<void>): Promise<BrowserContext> {
  const context = await newContext(explorer.browser, { viewport: { width: WIDTH, height: 844 } })
  await context.route(isApi, handle)
  return context
}

function isApi({ pathname }: URL): boolean {
  return !pathname.startsWith('/app') || pathname === '/app/session'
}

/** Streams take a connection each; these tests need none. */
async function answer(route: Route): Promise<void> {
  if (route.request().url().endsWith('/meta/stream')) await route.fulfill({ status: 204 })
  else await route.continue()
}

const isNarrow: Check = async (view) => ((await view.isWide()) ? [`wider than ${WIDTH} px`] : [])

function refuse(status: number, code: string) {
  return (route: Route) =>
    route.fulfill({
      status,
      headers: { 'retry-after': '30', 'content-type': 'application/json' },
      body: JSON.stringify({ error: code, message: 'Made up.', status, requestId: 'r-1' }),
    })
}

const says =
  (expected: string): Check =>
  async (view, path) => {
    if (QUIET.has(path)) return []
    const said = await view.page.locator('main [role=alert]').allTextContents()
    return said.some((text) => text.includes(expected)) ? [] : [`does not say “${expected}”`]
  }

describe('every page is whole', () => {
  test('with an empty store', async () => {
    const context = await contextWith(answer)
    expect(await walk(context, app, EXPLORER_PAGES, isNarrow)).toEqual([])
  })

  test.each([
    ['429', refuse(429, 'rate_limited'), 'Too many requests. Made up.Asking again in'],
    ['503', refuse(503, 'overloaded'), 'Out of service. Made up.'],
    ['no answer', (route: Route) => route.abort('connectionrefused'), 'No answer.'],
  ])('with %s from the API, and says so', async (_, handle, expected) => {
    const context = await contextWith(handle)
    expect(await walk(context, app, EXPLORER_PAGES, says(expected))).toEqual([])
  })

  test('with a slow API: title and shapes first', async () => {
    const context = await contextWith(async (route) => {
      await sleep(1_500)
      await answer(route)
    })
    const view = await View.open(context, app, '/watchlist')
    const blank: string[] = []
    for (const path of ['/', '/protocols', '/yields', '/chains/Ethereum', '/runs']) {
      await view.show(path)
      if ((await view.page.locator('.awaited, .awaited-rows').count()) === 0) blank.push(path)
    }
    expect({ blank, errors: view.errors }).toEqual({ blank: [], errors: [] })
  })

  test('after a 429 the page asks again by itself', async () => {
    let isRefusing = true
    const context = await contextWith((route) =>
      isRefusing
        ? route.fulfill({ status: 429, headers: { 'retry-after': '2' }, body: '{}' })
        : answer(route),
    )
    const view = await View.open(context, app, '/hacks')
    await view.page.waitForSelector('[role=timer]')
    isRefusing = false
    await view.page.waitForSelector('[role=timer]', { state: 'detached' })
    expect(await view.page.locator('main').textContent()).toContain('Nothing is stored yet.')
  })
})

describe('with hostile names', () => {
  beforeAll(() => importHostileRows(explorer.service))

  const pages = [
    ...EXPLORER_PAGES.filter((path) => path.split('/').length === 2),
    ...['/stablecoins/1', '/coins/aggregator:x4', '/pre-ipo/x4', '/dat/ZX3', '/equities/US/ZX3'],
    ...['/bridges/4', '/datasets/protocols'],
  ]

  test('nothing runs, nothing is wider than the page', async () => {
    const context = await contextWith(answer)
    const check: Check = async (view, path) => [
      ...(await isNarrow(view, path)),
      ...((await view.page.evaluate('window.hit')) === undefined ? [] : ['a name was run']),
      ...((await view.page.locator('a[href^="javascript:" i]').count()) === 0
        ? []
        : ['a link would run a name']),
    ]
    expect(await walk(context, app, pages, check)).toEqual([])
  })

  test('names are shown as they are', async () => {
    const context = await contextWith(answer)
    const view = await View.open(context, app, '/protocols')
    const shown = await view.page.getByRole('table').first().textContent()
    for (const name of HOSTILE_NAMES) expect(shown).toContain(name)
  })
})

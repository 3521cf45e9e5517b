import type { BrowserContext, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closePages, type Explorer, newContext, startExplorer } from './support/browser/explorer.ts'
import { BLOCK_PAGES, EXPLORER_PAGES } from './support/browser/explorer-pages.ts'
import { HOSTILE_NAMES, importHostileRows } from './support/browser/hostile-rows.ts'
import { startPrefixProxy } from './support/browser/prefix-proxy.ts'
import { View } from './support/browser/view.ts'
import { type Check, walk, whole } from './support/browser/walk.ts'

const WIDTH = 390
/** Pages that show something without asking the service for it. */
const QUIET = new Set(['/build', '/watchlist', '/query', '/keys', '/no-such-page'])

let explorer: Explorer
let app: string
beforeAll(async () => {
  explorer = await startExplorer('empty')
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
async function respond(route: Route): Promise<void> {
  if (route.request().url().endsWith('/meta/stream')) await route.fulfill({ status: 204 })
  else await route.continue()
}

const isNarrow: Check = async (view) => ((await view.isWide()) ? ['wider than the page'] : [])

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

/** What stands for a response that is not there yet. */
const shapes: Check = async ({ page }, path) => {
  const spinners = await page.locator('[role=progressbar], [class*=spin]').count()
  const shown = await page.locator('.awaited:visible, .awaited-row:visible, .strip:visible').count()
  return [
    ...(spinners === 0 ? [] : ['a spinner']),
    ...(shown > 0 || QUIET.has(path) ? [] : ['no shape of what is awaited']),
  ]
}

describe('whole', () => {
  test('every page with an empty store', async () => {
    const context = await contextWith(respond)
    expect(await walk(context, app, EXPLORER_PAGES, isNarrow)).toEqual([])
  })

  test.each([
    ['429', refuse(429, 'rate_limited'), 'Too many requests. Made up.Asking again in'],
    ['503', refuse(503, 'overloaded'), 'Out of service. Made up.'],
    ['no response', (route: Route) => route.abort('connectionrefused'), 'No response.'],
  ])('with %s from the API, and says so', async (_, handle, expected) => {
    const context = await contextWith(handle)
    expect(await walk(context, app, BLOCK_PAGES, says(expected))).toEqual([])
  })

  test('while the API does not answer: a title and shapes, no spinner', async () => {
    const held: Route[] = []
    let isHolding = false
    const context = await contextWith(async (route) => {
      if (isHolding) held.push(route)
      else await respond(route)
    })
    const view = await View.open(context, app, '/no-such-page')
    isHolding = true
    const wrong: string[] = []
    for (const path of BLOCK_PAGES) {
      await view.show(path)
      const found = [
        ...view.errors.splice(0),
        ...(await whole(view)),
        ...(await shapes(view, path)),
      ]
      wrong.push(...found.map((text) => `${path}: ${text}`))
    }
    await Promise.all(held.map((route) => route.abort().catch(() => undefined)))
    expect(wrong).toEqual([])
  })

  test('after a 429 the page asks again by itself', async () => {
    let isRefusing = true
    const context = await contextWith((route) =>
      isRefusing
        ? route.fulfill({ status: 429, headers: { 'retry-after': '2' }, body: '{}' })
        : respond(route),
    )
    const view = await View.open(context, app, '/hacks')
    await view.page.waitForSelector('[role=timer]')
    isRefusing = false
    await view.page.waitForSelector('[role=timer]', { state: 'detached' })
    await view.settled()
    expect(await view.page.locator('main').textContent()).toContain('Hacks: no data yet.')
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
    const context = await contextWith(respond)
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
    const context = await contextWith(respond)
    const view = await View.open(context, app, '/protocols')
    const shown = await view.page.getByRole('table').first().textContent()
    for (const name of HOSTILE_NAMES) expect(shown).toContain(name)
  })
})

describe('served', () => {
  const MAIN_PAGES = ['/', '/protocols', '/stablecoins/1', '/hacks', '/runs', '/query']

  test('behind a prefix of a proxy, every request stays below it', async () => {
    const proxy = await startPrefixProxy(explorer.origin, '/almanac')
    const context = await newContext(explorer.browser)
    const elsewhere: string[] = []
    context.on('request', (request) => {
      const { pathname, protocol } = new URL(request.url())
      if (!pathname.startsWith('/almanac/') && protocol === 'http:') elsewhere.push(request.url())
    })
    const page = await context.newPage()
    await page.goto(`${proxy.url}/`)
    await page.waitForURL(`${proxy.url}/app`)
    await page.close()
    const nothing: Check = async () => []
    expect(await walk(context, `${proxy.url}/app`, MAIN_PAGES, nothing)).toEqual([])
    const view = await View.open(context, `${proxy.url}/app`, '/stablecoins/1')
    await view.page.getByRole('link', { name: 'Stablecoins' }).last().click()
    await view.titled('Stablecoins')
    // Browsers ask for the icon anew on each page.
    const icon = await view.page.locator('link[rel="icon"]').getAttribute('href')
    expect(icon).toBe('/almanac/app/favicon.svg')
    await view.page.reload()
    await view.titled('Stablecoins')
    expect({ elsewhere, errors: view.errors, refusals: view.refusals }).toEqual({
      ...{ elsewhere: [], errors: [], refusals: [] },
    })
    proxy.stop()
  })

  test('under a policy that lets nothing in from elsewhere', async () => {
    const { headers } = await explorer.service.get('/app/protocols', {
      headers: { accept: 'text/html' },
    })
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      ...["default-src 'none'", "script-src 'self'", "style-src 'self'"],
      ...["img-src 'self' data: blob:", "connect-src 'self'", "base-uri 'none'"],
      ...["form-action 'none'", "frame-ancestors 'none'"],
    ])
  })

  test('back, forward and a reload give the same view', async () => {
    const context = await contextWith(respond)
    const view = await View.open(context, app, '/hacks?q=bold')
    const { page } = view
    const shown = () =>
      page.getByRole('table', { name: 'Hacks', exact: true }).locator('tbody').textContent()
    const first = await shown()
    expect(first).toContain('<b>bold</b>')
    expect(first).not.toContain('onerror')
    await view.follow('/raises')
    await page.goBack()
    await view.titled('Hacks')
    expect(await shown()).toBe(first)
    await page.goForward()
    await view.titled('Raises')
    await page.goBack()
    await page.reload()
    await view.titled('Hacks')
    expect(await shown()).toBe(first)
    expect(new URL(page.url()).search).toBe('?q=bold')
    expect(view.errors).toEqual([])
  })

  test('without a network the page says so and keeps what it has', async () => {
    const context = await contextWith(respond)
    const view = await View.open(context, app, '/treasuries')
    await context.setOffline(true)
    await view.follow('/entities')
    expect(await view.page.locator('main [role=alert]').first().textContent()).toContain(
      'This device is offline.',
    )
    await context.setOffline(false)
    await view.page.getByRole('button', { name: 'Try again' }).first().click()
    await view.page.waitForSelector('main [role=alert]', { state: 'detached' })
    expect(view.errors).toEqual([])
  })

  test('in forced colours the focus is seen', async () => {
    const context = await newContext(explorer.browser, { forcedColors: 'active' })
    const view = await View.open(context, app, '/protocols')
    await view.page.keyboard.press('Tab')
    await view.page.keyboard.press('Tab')
    const outline = await view.page.evaluate(
      'getComputedStyle(document.activeElement).outlineStyle',
    )
    expect({ outline, errors: view.errors }).toEqual({ outline: 'solid', errors: [] })
  })

  // 1440 px at 200%, and 1280 px at 400%.
  test.each([720, 320])('enlarged to %d px nothing is cut off', async (width) => {
    const context = await newContext(explorer.browser, {
      viewport: { width, height: 450 },
      deviceScaleFactor: 2,
    })
    await context.route(isApi, respond)
    expect(await walk(context, app, MAIN_PAGES, isNarrow)).toEqual([])
  })

  test('on paper there is the page without bar and rail, its URL at the foot', async () => {
    const context = await contextWith(respond)
    const view = await View.open(context, app, '/protocols')
    await view.page.emulateMedia({ media: 'print' })
    const isSeen = (selector: string) => view.page.locator(selector).first().isVisible()
    expect([await isSeen('.bar'), await isSeen('.rail'), await isSeen('h1')]).toEqual([
      ...[false, false, true],
    ])
    expect(await view.page.locator('table tbody tr').first().isVisible()).toBe(true)
    const foot = await view.page.evaluate(
      "getComputedStyle(document.querySelector('main'), '::after').content",
    )
    expect(foot).toBe(`"${app}/protocols"`)
  })
})

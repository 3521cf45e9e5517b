import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { protocols } from '../src/domains/registry/facts.ts'
import { tvlRecords } from '../src/domains/tvl/facts.ts'
import { closePages, type Explorer, newContext, startExplorer } from './support/browser/explorer.ts'
import { View } from './support/browser/view.ts'
import { NOW_SEC } from './support/test-app.ts'

let explorer: Explorer
let context: BrowserContext
beforeAll(async () => {
  explorer = await startExplorer()
  context = await newContext(explorer.browser, {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
})
afterAll(() => explorer?.stop())
afterEach(() => closePages(explorer))

const open = (path: string) => View.open(context, `${explorer.origin}/app`, path)
const searchOf = (page: Page) => new URL(page.url()).searchParams
const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()') as Promise<string>

describe('the URL', () => {
  test.each(['/hacks?colour=red&q=bridge', '/runs/1?colour=red', '/chains?colour=red&evm=maybe'])(
    '%s: keys that mean nothing are named and change nothing',
    async (path) => {
      const view = await open(path)
      const said = await view.page.getByText('Unknown parameters:').textContent()
      expect(said).toMatch(/: colour(, evm)?\.$/)
      expect(view).toMatchObject({ errors: [], refusals: [] })
    },
  )

  test('an old name becomes the new one, with all that the URL asks for', async () => {
    const renamed = { id: '9001', name: 'Marrow Swap', previousNames: ['Barrow Swap'] }
    const key = { protocol: '9001', chain: 'ethereum', section: 'tvl', atSec: NOW_SEC }
    await explorer.service.put(protocols, [{ ...renamed, category: 'Dexs' }])
    await explorer.service.put(tvlRecords, [{ ...key, tvlUsd: 1_000_000 }])
    const view = await open('/protocols/barrow-swap?range=90d')
    await view.titled('Marrow Swap')
    await view.page.waitForURL(/\/app\/protocols\/marrow-swap\?range=90d$/)
    expect(view.errors).toEqual([])
  })

  test('names that are excluded leave their rows out, and are admitted again by a click', async () => {
    const view = await open('/protocols?not.category=Lending')
    const { page } = view
    const table = page.getByRole('table', { name: 'Protocols' })
    const rows = () => table.getAttribute('aria-rowcount').then(Number)
    const without = await rows()
    await page.getByRole('button', { name: 'Category: not Lending ×' }).click()
    await page.waitForURL((url) => !url.searchParams.has('not.category'))
    // Of the demo world: 30 protocols lend, some of them under a parent that has others too.
    expect(await rows()).toBeGreaterThan(without)
    expect(view.errors).toEqual([])
  })
})

describe('nothing fits', () => {
  test.each([
    ['/protocols?q=wren+lend&category=Bridge', '“wren lend”', 'Category: Bridge'],
    ['/hacks?q=no-such-name', '“no-such-name”', undefined],
    ['/chains?q=ethereum&tvl=1e15..', 'TVL', '“ethereum”'],
  ])('%s: the filter that excludes most is named first, and dropped', async (path, first, last) => {
    const { page, errors } = await open(path)
    const drops = page.getByText('No rows match these filters.').locator('..').getByRole('button')
    const names = await drops.allTextContents()
    expect(names.map((name) => /^Drop (.*) ×/.exec(name)?.[1])).toEqual(
      last === undefined ? [first] : expect.arrayContaining([first, last]),
    )
    const before = searchOf(page).size
    await drops.first().click()
    await page.waitForFunction(`new URLSearchParams(location.search).size === ${before - 1}`)
    await page.locator('main table tbody tr').first().waitFor()
    expect(errors).toEqual([])
  })
})

describe('what a page says', () => {
  test('of a name that there is not: those that are like it', async () => {
    const { page } = await open('/protocols/wren-len')
    const alert = page.getByRole('alert').first()
    const link = alert.getByRole('link', { name: 'wren-lend', exact: true })
    expect(await link.getAttribute('href')).toMatch(/\/app\/protocols\/wren-lend$/)
  })

  test('of an operation that needs a key: which one, and a field for it', async () => {
    const refused = { error: 'missing_key', message: 'Made up.', status: 401, requestId: 'r-1' }
    await context.route('**/api/hacks*', (route) => route.fulfill({ status: 401, json: refused }))
    const { page } = await open('/hacks')
    const alert = page.getByRole('alert').first()
    expect(await alert.textContent()).toMatch(/listHacks needs a key; a request takes credits/)
    expect(await alert.locator('input').count()).toBe(1)
    await context.unroute('**/api/hacks*')
  })

  test('of the present on a page of the past', async () => {
    const { page } = await open('/freshness?asOf=2026-01-14T12:00:00.000Z')
    expect(await page.locator('.ribbon').textContent()).toContain(
      'This page always shows the present.',
    )
  })
})

describe('taken along', () => {
  test('rows selected by x, as text with tabs', async () => {
    const { page } = await open('/protocols?cols=name,tvl')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Control+c')
    const lines = (await copied(page)).trim().split(/\r?\n/)
    expect(lines.map((line) => line.split('\t').length)).toEqual([2, 2, 2])
    const table = page.getByRole('table', { name: 'Protocols' })
    const first = await table.locator('tbody tr').first().textContent()
    expect(first).toContain(lines[1]?.split('\t')[0])
    await page.keyboard.press('Escape')
    expect(await page.locator('tr[data-selected]').count()).toBe(0)
  })

  test('a figure with what it is, when, and up to which run it was known', async () => {
    const { page } = await open('/protocols/wren-lend')
    await page.locator('.figure').filter({ hasText: 'Value locked' }).locator('.number').click()
    await page.getByRole('button', { name: 'Copy citation' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await copied(page)).toMatch(
      /^447,258,33\d(\.\d+)? USD, .*Wren Lend.* 2026-01-14 12:00 UTC, as known at run \d+/,
    )
  })
})

test('letters can be switched off, and Esc closes one thing at a time', async () => {
  const view = await open('/hacks')
  const { page } = view
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.getByLabel('Single letters are shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).waitFor()
  await page.keyboard.press('Escape')
  expect(new URL(page.url()).pathname).toBe('/app/hacks')
  expect(view.errors).toEqual([])
})

test('charts are drawn in a browser whose locale is no language tag', async () => {
  const odd = await newContext(explorer.browser, { viewport: { width: 1440, height: 900 } })
  await odd.addInitScript(
    "Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix', configurable: true })",
  )
  const { page, errors } = await View.open(odd, `${explorer.origin}/app`, '/chains')
  await page.locator('.uplot canvas').first().waitFor()
  expect(await page.getByText('This block failed').count()).toBe(0)
  expect(errors).toEqual([])
  await odd.close()
})

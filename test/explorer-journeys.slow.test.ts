import { readFileSync } from 'node:fs'
import type { BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tvlRecords } from '../src/domains/tvl/facts.ts'
import { createClock } from '../src/lib/clock.ts'
import { commitRows } from '../src/runs/run.ts'
import { closePages, type Explorer, newContext, startExplorer } from './support/browser/explorer.ts'
import { keyboard, pointer } from './support/browser/hand.ts'
import { View } from './support/browser/view.ts'
import { RECENT_DEMO } from './support/demo-dir.ts'
import { NOW_SEC, TEST_KEY } from './support/test-app.ts'

let explorer: Explorer
beforeAll(async () => {
  explorer = await startExplorer(RECENT_DEMO)
})
afterAll(() => explorer?.stop())
// A page that is left open holds one of the few connections to the service.
afterEach(() => closePages(explorer))

/** Wren Lend: what the service knows of it changes on 5 February. */
const PROTOCOL = '49'
const CHANGED_AT = '2026-02-05T00:00:00Z'
const READ_AT = '2026-02-10T09:00:00Z'
const NOW_FIGURE = '$1.40bn'
const THEN_FIGURE = '$447M'

describe.each([pointer, keyboard])('with $name', (hand) => {
  let context: BrowserContext
  beforeAll(async () => {
    context = await newContext(explorer.browser, { acceptDownloads: true })
  })
  const open = (path: string) => View.open(context, `${explorer.origin}/app`, path)

  test('a protocol is found, and why its TVL moved', async () => {
    const view = await open('/')
    const { page } = view
    if (hand === keyboard) await page.keyboard.press('/')
    else await hand.press(page.getByRole('button', { name: /^Find a protocol/ }))
    await page.getByRole('combobox', { name: 'Find' }).waitFor()
    await page.keyboard.type('wren lend')
    await hand.pick(page, page.getByRole('option', { name: /^Wren Lend WREL protocol/ }))
    await view.titled('Wren Lend')
    await view.settled()
    await hand.press(page.getByRole('button', { name: 'by chain' }).first())
    await page.waitForURL(/by=chain/)
    await hand.press(page.locator('.figure').filter({ hasText: 'Value locked' }).locator('.number'))
    await page.waitForSelector('.provenance:popover-open details')
    const shown = await page.locator('.provenance:popover-open').textContent()
    expect(shown).toContain('Value locked')
    expect(shown).toContain('demo')
    await hand.press(page.locator('.provenance:popover-open a[href*="/runs/"]').first())
    await page.waitForURL(/\/runs\/\d+$/)
    await view.settled()
    expect(view).toMatchObject({ errors: [], refusals: [] })
  })

  test('the best stablecoin pool over 5 M is found and downloaded', async () => {
    const view = await open('/yields')
    const { page } = view
    await hand.choose(page.getByLabel('Kind', { exact: true }), 'stablecoins')
    await hand.choose(page.getByLabel('Size', { exact: true }), 'over $5 M')
    await hand.press(page.getByRole('columnheader', { name: 'APY' }).getByRole('button').first())
    await page.waitForURL((url) => url.searchParams.get('sort') === '-apy')
    expect(new URL(page.url()).searchParams.get('size')).toBe('over $5 M')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      hand.press(page.getByRole('button', { name: 'CSV' }).first()),
    ])
    const rows = cellsOf(readFileSync(await download.path(), 'utf8'))
    const { body } = await explorer.service.get('/pools')
    const { data } = body as {
      data: { stablecoin: boolean; tvlUsd: number; apy: number; outlier: boolean }[]
    }
    // Outliers are hidden until they are requested.
    const fitting = data.filter(
      ({ stablecoin, tvlUsd, outlier }) => stablecoin && tvlUsd >= 5_000_000 && !outlier,
    )
    const highest = Math.max(...fitting.map(({ apy }) => apy))
    expect(rows).toHaveLength(fitting.length)
    expect(Number(rows[0]?.['APY (%)'])).toBeCloseTo(highest, 4)
    const first = page.getByRole('table', { name: 'Yields' }).locator('tbody tr').first()
    expect(await first.textContent()).toContain(rows[0]?.Pool)
    expect(view).toMatchObject({ errors: [], refusals: [] })
  })

  test('the unlocks of the next month are found, and the schedule of one', async () => {
    const view = await open('/')
    const { page } = view
    await hand.press(page.getByRole('link', { name: 'Unlocks', exact: true }))
    await view.titled('Unlocks')
    await view.settled()
    await hand.choose(page.getByLabel('When'), 'within 30 days')
    await page.waitForURL(/within=/)
    // Of the demo world: 14 January has 0.5 days until Vesper Swap's next event.
    const table = page.getByRole('table', { name: 'Unlocks' })
    const first = table.locator('tbody tr').first()
    expect(await first.textContent()).toContain('15 Jan 2026')
    await hand.press(first.getByRole('link').first())
    await page.waitForURL(/\/unlocks\/[a-z0-9-]+$/)
    await view.settled()
    expect(view).toMatchObject({ errors: [], refusals: [] })
  })

  test('an earnings date is found, and where it comes from', async () => {
    const view = await open('/equities/earnings?when=ahead')
    const { page } = view
    const first = page.getByRole('table', { name: 'Earnings calendar' }).locator('tbody tr').first()
    expect(await first.textContent()).toContain('20 Jan 2026')
    await hand.press(first.getByRole('link').first())
    await page.waitForURL(/\/equities\/US\/[A-Z]+$/)
    await view.settled()
    // The calendar, which may still be there, has a heading that begins alike.
    const heading = page.getByRole('heading', { name: 'Earnings', exact: true, level: 2 })
    const dates = page.locator('section.block').filter({ has: heading })
    await dates.getByText('estimated').first().waitFor()
    const shown = await dates.textContent()
    expect(shown).toMatch(/20 Jan 2026|2026-01-20/)
    expect(shown).toContain('estimated')
    expect(shown).toMatch(/cadence_model|earlier dates/)
    expect(view).toMatchObject({ errors: [], refusals: [] })
  })

  test('a key is entered, used, and its usage is seen', async () => {
    const view = await open('/keys')
    const { page } = view
    await hand.type(page.getByLabel('Key', { exact: true }), TEST_KEY)
    await page.keyboard.press('Enter')
    await page.waitForSelector('text=The key is in use.')
    await view.settled()
    const used = () => page.locator('dt:text-is("Used this month") + dd').textContent()
    const before = Number((await used())?.replaceAll(',', ''))
    const { status } = await explorer.service.get('/api/hacks', { pro: true })
    expect(status).toBe(200)
    await page.reload()
    await view.settled()
    expect(Number((await used())?.replaceAll(',', ''))).toBeGreaterThan(before)
    expect(view).toMatchObject({ errors: [], refusals: [] })
  })

  test('an operation is tried from its page in the reference, and shown in Python', async () => {
    const view = await open('/query')
    const { page } = view
    await page.goto(`${explorer.origin}/docs/getBlock`)
    await hand.press(page.getByRole('link', { name: 'Try it', exact: true }))
    await page.waitForSelector('h2:text-is("Result")')
    await hand.type(page.getByLabel('chain required'), 'base')
    await hand.press(page.getByRole('button', { name: 'Send' }))
    await page.waitForURL(/chain%3Dbase/)
    await page.waitForSelector('h2:text-is("Result")')
    await hand.press(page.getByRole('button', { name: 'Python' }))
    expect(await page.locator('.command code').textContent()).toMatch(
      /^import json, urllib\.request[\s\S]*\/block\/base\//,
    )
    expect(view).toMatchObject({ errors: [], refusals: [] })
  })

  test('a body is sent, and what it requests is shown', async () => {
    const view = await open('/query?op=postPrices')
    const { page } = view
    await page.waitForSelector('h2:text-is("Result")')
    expect(await page.getByLabel('body required').inputValue()).toContain('"coins"')
    expect(await page.locator('.command code').textContent()).toContain('curl -X POST')
    expect(view).toMatchObject({ errors: [], refusals: [] })
  })

  test('a statement is run and its rows are shown', async () => {
    const view = await open('/query')
    const { page } = view
    const statement = 'SELECT name FROM protocols ORDER BY name LIMIT 3'
    await hand.type(page.getByLabel('SQL'), statement)
    await page.keyboard.press('Control+Enter')
    await page.waitForSelector('table[aria-label=Result]')
    expect(await page.locator('table[aria-label=Result] tbody tr').count()).toBe(3)
    expect(new URL(page.url()).searchParams.get('sql')).toBe(statement)
    expect(view).toMatchObject({ errors: [], refusals: [] })
  })
})

describe('with shortcuts', () => {
  let context: BrowserContext
  beforeAll(async () => {
    context = await newContext(explorer.browser)
  })
  const open = (path: string) => View.open(context, `${explorer.origin}/app`, path)

  test('a held reading is reached, and says why it was caught', async () => {
    const view = await open('/')
    const { page } = view
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    await view.titled('Quarantine')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForSelector('h2:has-text("Caught and served")')
    await view.settled()
    const shown = await page.locator('main').textContent()
    expect(shown).toMatch(/the limit is ×2\./)
    expect(shown).toMatch(/almanac quality release [0-9a-f]+/)
    expect(view).toMatchObject({ errors: [], refusals: [] })
  })

  test('an operator makes a key, and it works', async () => {
    const { accounts } = explorer.service.app
    const { text } = await accounts.createKey({ name: 'boss', operator: true })
    const view = await open('/keys')
    const { page } = view
    await page.getByLabel('Operator’s key').fill(text)
    await page.keyboard.press('Enter')
    await page.getByLabel('Name of the new key').fill('journey')
    await page.keyboard.press('Enter')
    const made = await page.locator('[role=status] code').textContent()
    const headers = { 'x-api-key': made ?? '' }
    expect((await explorer.service.get('/api/v2/chains', { headers })).status).toBe(200)
    expect(view).toMatchObject({ errors: [], refusals: [] })
  })
})

describe('after a revision', () => {
  beforeAll(async () => {
    const { store } = explorer.service.app
    const key = { protocol: PROTOCOL, chain: 'sui', section: 'tvl', atSec: NOW_SEC }
    const rows = [{ ...key, tvlUsd: 1_000_000_000 }]
    const clock = createClock(CHANGED_AT)
    await commitRows(store, { source: 'test', clock }, async () => ({
      rows: [{ fact: tvlRecords, rows }],
      counts: { accepted: rows.length, rejected: 0, held: 0 },
    }))
  })

  test.each([pointer, keyboard])(
    'the figure of last month is reproduced with $name',
    async (hand) => {
      const context = await newContext(explorer.browser, {}, READ_AT)
      const view = await View.open(context, `${explorer.origin}/app`, '/protocols/wren-lend')
      const { page } = view
      const figure = page.locator('.figure').filter({ hasText: 'Value locked' }).locator('.big')
      // 447,258,337 in all, where 48,366,003 on one chain became 1,000,000,000: 1,398,892,334.
      expect(await figure.textContent()).toBe(NOW_FIGURE)
      await hand.press(page.getByRole('button', { name: 'As known now' }))
      await hand.press(page.getByRole('button', { name: 'end of last month' }))
      await page.waitForSelector('.ribbon')
      expect(new URL(page.url()).searchParams.get('asOf')).toBe('2026-01-31T23:59:59.000Z')
      await view.settled()
      expect(await figure.textContent()).toBe(THEN_FIGURE)
      await page.reload()
      await view.settled()
      expect(await figure.textContent()).toBe(THEN_FIGURE)
      await hand.press(page.getByRole('button', { name: 'Back to now' }))
      await page.waitForSelector('.ribbon', { state: 'detached' })
      await view.settled()
      expect(await figure.textContent()).toBe(NOW_FIGURE)
      expect(view).toMatchObject({ errors: [], refusals: [] })
    },
  )

  test('the past says how many figures changed since, and shows them', async () => {
    const context = await newContext(explorer.browser, {}, READ_AT)
    const path = '/protocols/wren-lend?asOf=2026-01-31T23:59:59.000Z'
    const view = await View.open(context, `${explorer.origin}/app`, path)
    const { page } = view
    await page.locator('.ribbon').getByText('1 figure was changed since').waitFor()
    await page.getByRole('link', { name: 'Show what changed' }).click()
    await view.titled('Revisions')
    const { searchParams } = new URL(page.url())
    expect([...searchParams]).toEqual([['since', '2026-01-31T23:59:59.000Z']])
    expect(await page.locator('main').textContent()).toContain('tvl')
    expect(view).toMatchObject({ errors: [], refusals: [] })
  })

  test('a chart marks it, against what was known before, alone in a frame', async () => {
    const viewport = { width: 640, height: 360 }
    const context = await newContext(explorer.browser, { viewport }, READ_AT)
    const page = await context.newPage()
    const path = '/embed/protocols/wren-lend/value-locked?range=30d&vs=asOf:2026-01-31&theme=dark'
    await page.goto(`${explorer.origin}${path}`)
    const chart = page.locator('figure.chart')
    await chart.getByText('One point was revised since.').waitFor()
    await chart.locator('.mark-key path.revised').waitFor()
    // The newest point: as it is known now, and as it was at the end of January.
    const read = (await chart.locator('.readout').textContent()) ?? ''
    expect(read).toMatch(/\$1\.399.bn.*31 Jan 2026, 00:00 \$447\.3.M.*revised/)
    expect(await page.locator('h1:visible, h2:visible').allTextContents()).toEqual(['Value locked'])
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    const back = page.getByRole('link', { name: 'Wren Lend · Almanac' })
    expect(await back.getAttribute('href')).toMatch(/^\/app\/protocols\/wren-lend\?range=30d/)
    const size =
      'document.documentElement.scrollWidth + "×" + document.documentElement.scrollHeight'
    expect(await page.evaluate(size)).toBe('640×360')
    await chart.getByRole('img').focus()
    await page.keyboard.press('+')
    await page.waitForURL(/from=/)
    await page.keyboard.press('0')
    await page.waitForURL((url) => !url.searchParams.has('from'))
  })
})

/** Rows of a CSV text without quoted cells, by the names in its head. */
function cellsOf(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trim().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

import { readFileSync } from 'node:fs'
import { parquetReadObjects } from 'hyparquet'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closePages, type Explorer, newContext, startExplorer } from './support/browser/explorer.ts'
import { View } from './support/browser/view.ts'
import { RECENT_DEMO } from './support/demo-dir.ts'

let explorer: Explorer
let context: BrowserContext
beforeAll(async () => {
  explorer = await startExplorer(RECENT_DEMO)
  const viewport = { width: 1440, height: 900 }
  context = await newContext(explorer.browser, { viewport, acceptDownloads: true })
})
afterAll(() => explorer?.stop())
afterEach(() => closePages(explorer))

const open = (path: string) => View.open(context, `${explorer.origin}/app`, path)

/** The Parquet file of a block. */
async function parquetOf(page: Page, block: string): Promise<Record<string, unknown>[]> {
  const section = page.locator(`[data-block=${block}]`)
  await section.locator('summary', { hasText: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Parquet' }).click(),
  ])
  const { buffer, byteOffset, byteLength } = readFileSync(await download.path())
  return parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) })
}

test('ten series of ten kinds are compared, and taken away as they are shown', async () => {
  const series = [
    'tvl:wren-lend',
    'fees:wren-lend',
    'chain:Base',
    'chain-fees:Base',
    'price:aggregator:bitcoin',
    'supply:1',
    'bridge:25',
    'category:Lending',
    'oracle:Sextant',
    'holdings:ZBLTH',
  ]
  const view = await open(`/compare?s=${series.join(',')}&range=30d&step=w`)
  const { page } = view
  await expect
    .poll(() => page.getByRole('table', { name: 'In figures' }).locator('tbody tr').count())
    .toBe(10)
  const points = await parquetOf(page, 'comparison')
  // A time and ten series, of five or six weeks.
  expect(Object.keys(points[0] ?? {})).toHaveLength(11)
  expect([5, 6]).toContain(points.length)
  expect(points[0]?.time).toBeInstanceOf(Date)
  expect(view).toMatchObject({ errors: [], refusals: [] })
})

test('a link of two letters in a table is 24 px wide and high', async () => {
  const { page } = await open('/chains')
  for (const cell of ['td.left a', 'td:not(.left) a']) {
    const link = page.locator(`table.data ${cell}`).first()
    if ((await link.count()) === 0) continue
    await link.evaluate((element) => {
      element.textContent = 'OP'
    })
    const { width, height } = (await link.boundingBox()) ?? { width: 0, height: 0 }
    expect(width).toBeGreaterThanOrEqual(24)
    expect(height).toBeGreaterThanOrEqual(24)
  }
})

test.each([
  ['/hacks', '/api/hacks'],
  ['/stablecoins/1', '/stablecoin/1'],
])('%s: what its route asks for while code loads is what the page reads', async (path, asked) => {
  const urls: string[] = []
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === asked) urls.push(`${pathname}${search}`)
  })
  await open(path)
  expect(urls).toEqual([asked])
})

test('Parquet has the rows of the filter, with their types', async () => {
  const { page } = await open('/hacks?bridge=bridges')
  const shown = await page.getByRole('table', { name: 'Hacks' }).locator('tbody tr').count()
  const rows = await parquetOf(page, 'hacks')
  expect(rows).toHaveLength(shown)
  expect(typeof rows[0]?.['Lost (USD)']).toBe('number')
  expect(rows[0]?.Date).toBeInstanceOf(Date)
})

test('panels of a protocol in the order of the URL; what is held says what is served', async () => {
  const view = await open('/protocols/harbor-swap?panel=fees,tvl&range=30d')
  const { page } = view
  const titles = await page.locator('.with-side > div:first-child h2').allTextContents()
  expect(titles).toEqual(['Fees a day', 'Value locked'])
  const held = await page.getByRole('region', { name: 'Held and revised' }).textContent()
  expect(held).toMatch(/was read, \$.+ is served.*the limit is ×2/)
  await page.getByRole('checkbox', { name: 'Value locked' }).uncheck()
  await page.waitForURL(/panel=fees(&|$)/)
  expect(await page.locator('[data-block=value-locked]').count()).toBe(0)
  expect(view).toMatchObject({ errors: [], refusals: [] })
})

test('a phone says that figures are of the demo world', async () => {
  const phone = await newContext(explorer.browser, { viewport: { width: 390, height: 844 } })
  const view = await View.open(phone, `${explorer.origin}/app`, '/hacks')
  expect(await view.page.getByText('Demo data').isVisible()).toBe(true)
  expect(await view.isWide()).toBe(false)
})

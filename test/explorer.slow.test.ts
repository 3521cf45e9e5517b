import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from './support/browser/browser.ts'
import { EXPLORER_PAGES } from './support/browser/explorer-pages.ts'
import { ROOT } from './support/source-files.ts'
import { TestApp } from './support/test-app.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const LOAD_MS = 60_000

let app: TestApp
let browser: Browser
let origin: string

beforeAll(async () => {
  browser = await launchBrowser()
  const build = [join(ROOT, 'scripts/build-explorer.mjs')]
  const folder = execFileSync(process.execPath, build, { encoding: 'utf8' })
  app = await TestApp.start({
    ALMANAC_DEMO: 'auto',
    ALMANAC_EXPLORER_DIR: folder,
    ALMANAC_FREE_RATE: '1000000',
  })
  origin = `http://127.0.0.1:${await app.listen()}`
})

// Contexts are left to the end: a browser in one process ends with its last one.
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

interface Seen {
  readonly page: Page
  /** Errors of the console, and answers that are errors. */
  readonly errors: string[]
}

async function open(context: BrowserContext, path: string): Promise<Seen> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('blob:'))
      errors.push(`asks elsewhere: ${request.url()}`)
  })
  await page.goto(`${origin}/app${path}`, { waitUntil: 'load' })
  await settled(page)
  return { page, errors }
}

/** Until nothing is awaited any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForSelector('h1', { timeout: LOAD_MS })
  const awaited = '.awaited, .awaited-rows, .waits'
  await page.waitForSelector(awaited, { state: 'detached', timeout: LOAD_MS })
}

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)} })`,
  )) as { violations: { id: string; nodes: { html: string }[] }[] }
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}

describe.each([
  { width: 1440, height: 900, theme: 'light' as const },
  { width: 390, height: 844, theme: 'dark' as const },
])('$theme at $width px', ({ width, height, theme }) => {
  let context: BrowserContext
  beforeAll(async () => {
    context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      locale: 'en-US',
    })
  })

  test.each(EXPLORER_PAGES)('%s: shown whole, without errors or barriers', async (path) => {
    const { page, errors } = await open(context, path)
    const failed = await page.locator('[role=alert]').allTextContents()
    const barriers = await violationsOf(page)
    const shownWidth = Number(await page.evaluate('document.documentElement.scrollWidth'))
    await page.close()
    expect({ errors, failed, barriers, isWide: shownWidth > width }).toEqual({
      errors: [],
      failed: [],
      barriers: [],
      isWide: false,
    })
  })
})

describe('journeys', () => {
  let context: BrowserContext
  beforeAll(async () => {
    context = await browser.newContext({ locale: 'en-US', acceptDownloads: true })
  })

  test('a protocol is found by keyboard, and its figure says where it comes from', async () => {
    const { page } = await open(context, '/')
    await page.keyboard.press('/')
    await page.keyboard.type('wren lend')
    await page.waitForSelector('[role=option]:has-text("Wren Lend")')
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1:has-text("Wren Lend")')
    await settled(page)
    await page.locator('.figure .number').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('.provenance:popover-open details')
    const shown = await page.locator('.provenance:popover-open').textContent()
    expect(shown).toContain('Value locked')
    expect(shown).toContain('Run')
    expect(shown).toContain('demo')
    await page.close()
  })

  test('the time machine puts the moment on every address', async () => {
    const { page } = await open(context, '/protocols')
    await page.getByRole('button', { name: 'As known now' }).click()
    await page.getByRole('button', { name: 'end of last quarter' }).click()
    await page.waitForSelector('.ribbon')
    expect(new URL(page.url()).searchParams.get('asOf')).toMatch(/^\d{4}-\d\d-\d\dT23:59:59/)
    await page.getByRole('button', { name: 'Back to now' }).click()
    await page.waitForSelector('.ribbon', { state: 'detached' })
    expect(new URL(page.url()).searchParams.has('asOf')).toBe(false)
    await page.close()
  })

  test('pools are narrowed by filters that the address keeps, and downloaded', async () => {
    const { page } = await open(context, '/yields')
    await page.getByLabel('Kind').selectOption('stablecoins')
    await page.getByLabel('Size').selectOption('over $5 M')
    await page.waitForURL(/size=/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const csv = readFileSync(await download.path(), 'utf8')
    const rows = csv.trim().split('\r\n')
    expect(rows[0]).toContain('TVL (USD)')
    expect(rows.length).toBeGreaterThan(1)
    await page.reload()
    await settled(page)
    expect(await page.getByLabel('Size').inputValue()).toBe('over $5 M')
    await page.close()
  })

  test('a held reading is reached by keys, and says why it was caught', async () => {
    const { page, errors } = await open(context, '/')
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    await page.waitForSelector('h1:has-text("Quarantine")')
    await settled(page)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForSelector('h2:has-text("Caught and served")')
    await settled(page)
    const shown = await page.locator('main').textContent()
    expect(shown).toMatch(/the limit is ×2\./)
    expect(shown).toMatch(/almanac quality release [0-9a-f]+/)
    expect({ errors, barriers: await violationsOf(page) }).toEqual({ errors: [], barriers: [] })
    await page.close()
  })

  test('an operator makes a key, calls with it and sees its use', async () => {
    const { text } = await app.app.accounts.createKey({ name: 'boss', operator: true })
    const { page } = await open(context, '/keys')
    await page.getByLabel('Operator’s key').fill(text)
    await page.keyboard.press('Enter')
    await page.getByLabel('Name of the new key').fill('journey')
    await page.keyboard.press('Enter')
    const made = await page.locator('[role=status] code').textContent()
    const called = await app.get('/api/v2/chains', { headers: { 'x-api-key': made ?? '' } })
    expect(called.status).toBe(200)
    await page
      .getByLabel('Key', { exact: true })
      .first()
      .fill(made ?? '')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dt:has-text("Used this month") + dd:has-text("1")')
    await page.close()
  })

  test('a statement is run and its rows are shown', async () => {
    const { page, errors } = await open(context, '/query')
    await page.getByLabel('SQL').fill('SELECT name FROM protocols ORDER BY name LIMIT 3')
    await page.keyboard.press('Control+Enter')
    await page.waitForSelector('table[aria-label=Result]')
    expect(await page.locator('table[aria-label=Result] tbody tr').count()).toBe(3)
    expect(errors).toEqual([])
    await page.close()
  })
})

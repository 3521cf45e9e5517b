// `npm run pictures`: takes the pictures of docs/pictures from a service with the demo world, in
// both themes.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createLogTo } from '../src/lib/log.ts'
import { launchBrowser } from '../test/support/browser/browser.ts'
import {
  MAX_PICTURE_BYTES,
  PICTURES,
  PICTURES_FOLDER,
  type Picture,
  THEMES,
} from './picture-list.ts'

const ROOT = join(import.meta.dirname, '..')
/** The same world in every picture, whenever it is taken. */
const CLOCK = '2026-01-31T12:00:00Z'
const VIEWPORT = { width: 1440, height: 900 }
const QUALITIES = [88, 80, 70, 60]
const AWAITED = '.awaited, .awaited-rows, .waits'
const TIMEOUT_MS = 120_000
const LOOK_MS = 250
const QUIET_LOOKS = 4

const dataDir = mkdtempSync(join(tmpdir(), 'almanac-pictures-'))
const build = [join(ROOT, 'scripts/build-explorer.mjs')]
const explorerDir = execFileSync(process.execPath, build, { encoding: 'utf8' })
const app = await createApp(
  readConfig({
    ALMANAC_DATA_DIR: dataDir,
    ALMANAC_CLOCK: CLOCK,
    ALMANAC_EXPLORER_DIR: explorerDir,
    ALMANAC_FREE_RATE: '1000000',
  }),
  createLogTo('warn', process.stdout),
)
await app.start()
const origin = await app.server.listen({ host: '127.0.0.1', port: 0 })
const browser = await launchBrowser('system')
try {
  mkdirSync(PICTURES_FOLDER, { recursive: true })
  for (const theme of THEMES) await takeAll(browser, theme)
} finally {
  await browser.close()
  await app.close()
  rmSync(dataDir, { recursive: true })
}

async function takeAll(from: Browser, theme: (typeof THEMES)[number]): Promise<void> {
  const context = await from.newContext({ viewport: VIEWPORT, colorScheme: theme, locale: 'en-US' })
  for (const picture of PICTURES) {
    const bytes = await take(context, picture)
    writeFileSync(join(PICTURES_FOLDER, `${picture.name}-${theme}.webp`), bytes)
    console.log(`${picture.name}-${theme}.webp ${Math.round(bytes.length / 1000)} kB`)
  }
}

async function take(context: BrowserContext, { path, runs }: Picture): Promise<Buffer> {
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  const open = openRequests(page)
  await page.goto(`${origin}${path}`)
  await settle(page, open)
  if (runs === true) {
    await page.getByLabel('SQL').press('Control+Enter')
    await page.waitForSelector('table[aria-label=Result]')
    await settle(page, open)
  }
  const bytes = await smallest(page)
  await page.close()
  return bytes
}

/** Until nothing is awaited, no request has been open for a while and charts are drawn. */
async function settle(page: Page, open: ReadonlySet<Request>): Promise<void> {
  await page.waitForSelector('h1')
  await page.waitForSelector(AWAITED, { state: 'detached' })
  for (let quiet = 0; quiet < QUIET_LOOKS; quiet++) {
    await page.waitForTimeout(LOOK_MS)
    if (open.size > 0) quiet = -1
  }
}

/** Requests that are not answered yet; the stream of changes never ends. */
function openRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().includes('/meta/stream')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** The best quality that fits. */
async function smallest(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  for (const quality of QUALITIES) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length <= MAX_PICTURE_BYTES) return bytes
  }
  throw new Error(`${page.url()} does not fit into ${MAX_PICTURE_BYTES} bytes.`)
}

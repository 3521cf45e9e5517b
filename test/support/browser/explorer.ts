import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { type DemoSize, SMALL_DEMO } from '../demo-dir.ts'
import { PATIENCE } from '../patience.ts'
import { ROOT } from '../source-files.ts'
import { NOW_ISO, TestApp } from '../test-app.ts'
import { launchBrowser } from './browser.ts'

/** A page that is requested for the first time on a busy machine. */
const LOAD_MS = 240_000 * PATIENCE

/** A service that serves the explorer, and a browser to look at it. */
export interface Explorer {
  readonly service: TestApp
  readonly browser: Browser
  readonly origin: string
  stop(): Promise<void>
}

/** With a demo world, small unless another size is given, or with an empty store. */
export async function startExplorer(size: DemoSize | 'empty' = SMALL_DEMO): Promise<Explorer> {
  const browser = await launchBrowser()
  const build = [join(ROOT, 'scripts/build-explorer.mjs')]
  const folder = execFileSync(process.execPath, build, { encoding: 'utf8' })
  const settings = { ALMANAC_EXPLORER_DIR: folder }
  const service =
    size === 'empty' ? await TestApp.start(settings) : await TestApp.startDemo(settings, size)
  return {
    service,
    browser,
    origin: `http://127.0.0.1:${await service.listen()}`,
    // Contexts are left to the end: a browser in one process ends with its last one.
    stop: async () => {
      await browser.close()
      await service.stop()
    },
  }
}

/** A browser profile whose clock stands where the service's does. */
export async function newContext(
  browser: Browser,
  options: BrowserContextOptions = {},
  clockIso: string = NOW_ISO,
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', ...options })
  context.setDefaultTimeout(LOAD_MS)
  await context.clock.setFixedTime(clockIso)
  return context
}

/** Closes every page; their contexts stay. */
export async function closePages({ browser }: Explorer): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  await Promise.all(pages.map((page) => page.close()))
}

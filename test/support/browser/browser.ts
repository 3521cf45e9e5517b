import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { MissingPart } from '../missing-part.ts'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser: an installed one, or the one that a package carries (Linux, x64). */
export async function launchBrowser(): Promise<Browser> {
  try {
    const { chromium } = await import('playwright-core')
    const installed = INSTALLED.find((path) => existsSync(path))
    if (installed !== undefined)
      return await chromium.launch({ executablePath: installed, args: ['--no-sandbox'] })
    const { default: carried } = await import('@sparticuz/chromium')
    return await chromium.launch({
      executablePath: await carried.executablePath(),
      args: carried.args,
    })
  } catch (error) {
    throw new MissingPart(
      `browser (${(error as Error).message.split('\n')[0]})`,
      'apt-get install chromium',
    )
  }
}

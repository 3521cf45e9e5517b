import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { MissingPart } from '../missing-part.ts'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

// Tests run as root too, where the sandbox of the browser does not, and where /dev/shm may be small.
const ARGS = ['--no-sandbox', '--no-zygote', '--disable-dev-shm-usage']

const UNPACK_MS = 15_000

/** A browser: an installed one, or the one that a package carries (Linux, x64). */
export async function launchBrowser(): Promise<Browser> {
  try {
    const { chromium } = await import('playwright-core')
    const installed = INSTALLED.find((path) => existsSync(path))
    // The arguments that the package proposes put everything into one process, which then dies.
    const carried = async () => (await import('@sparticuz/chromium')).default.executablePath()
    const executablePath = installed ?? (await carried())
    const launch = () => chromium.launch({ executablePath, args: ARGS })
    return await launch().catch(async (error: Error) => {
      if (!error.message.includes('ETXTBSY')) throw error
      // Another worker unpacks the same file just now.
      await sleep(UNPACK_MS)
      return launch()
    })
  } catch (error) {
    throw new MissingPart(
      `browser (${(error as Error).message.split('\n')[0]})`,
      'apt-get install chromium',
    )
  }
}

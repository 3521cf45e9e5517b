import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { doOnce } from '../do-once.ts'
import { MissingPart } from '../missing-part.ts'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

// Tests run as root too, where the sandbox of the browser does not, and where /dev/shm may be small.
const ARGS = ['--no-sandbox', '--no-zygote', '--disable-dev-shm-usage']

/**
 * The browser that a package carries (Linux, x64); an installed one where that does not run. With
 * the fonts of the package alone widths are the same on every machine; pictures take what is there.
 */
export async function launchBrowser(fonts: 'package' | 'system' = 'package'): Promise<Browser> {
  try {
    return await launchCarried(fonts)
  } catch (error) {
    const executablePath = INSTALLED.find((path) => existsSync(path))
    if (executablePath !== undefined) return chromium.launch({ executablePath, args: ARGS })
    throw new MissingPart(
      `browser (${(error as Error).message.split('\n')[0]})`,
      'apt-get install chromium',
    )
  }
}

async function launchCarried(fonts: 'package' | 'system'): Promise<Browser> {
  const { default: carried } = await import('@sparticuz/chromium')
  const folder = tmpdir()
  const config = join(folder, 'almanac-browser-fonts.conf')
  await doOnce(join(folder, 'almanac-browser'), async () => {
    await carried.executablePath()
    writeFileSync(config, fontsConfig(folder))
  })
  // The arguments that the package proposes put everything into one process, which then dies.
  return chromium.launch({
    executablePath: await carried.executablePath(),
    args: ARGS,
    env: { ...process.env, ...(fonts === 'package' && { FONTCONFIG_FILE: config }) },
  })
}

function fontsConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}

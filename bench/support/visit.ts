import type { Browser, BrowserContext } from 'playwright-core'
import { View } from '../../test/support/browser/view.ts'

// Collected by the page itself: a browser drops its entries when there are many.
const OBSERVE = `
  window.paints = []; window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((e) => e.duration)))
    .observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => window.paints.push(...list.getEntries().map((e) => e.startTime)))
    .observe({ type: 'largest-contentful-paint', buffered: true })
`

export interface Bench {
  readonly browser: Browser
  /** Folder of the build. */
  readonly folder: string
  /** URL of the explorer. */
  readonly app: string
}

interface Visit {
  readonly width?: number
  /** Answers the requests whose path it takes instead of the service. */
  readonly answer?: (context: BrowserContext) => Promise<unknown>
}

/** Looks at a page in a browser that was never here before. */
export async function visit<T>(
  { browser, app }: Bench,
  path: string,
  look: (view: View) => Promise<T>,
  { width = 1440, answer = async () => {} }: Visit = {},
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    // Without one it is that of this machine, which charts may not know.
    locale: 'en-US',
  })
  context.setDefaultTimeout(120_000)
  await context.addInitScript(OBSERVE)
  await answer(context)
  const result = await look(await View.open(context, app, path))
  await context.close()
  return result
}

/** What the page's own script finds. */
export const numbers = ({ page }: View, script: string): Promise<number[]> => page.evaluate(script)

/** Goes to another page as a link does; milliseconds until it is painted. */
export async function timeChange({ page }: View, path: string): Promise<number> {
  const [to = '', search = ''] = path.split('?')
  const target = { to, search: Object.fromEntries(new URLSearchParams(search)) }
  return (await page.evaluate(`(async () => {
    const startedMs = performance.now()
    await __TSR_ROUTER__.navigate(${JSON.stringify(target)})
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    return performance.now() - startedMs
  })()`)) as number
}

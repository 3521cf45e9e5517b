import type { Browser, CDPSession, Page } from 'playwright-core'

export interface ExplorerBench {
  readonly browser: Browser
  /** Folder of the build. */
  readonly folder: string
  /** Address of the explorer. */
  readonly app: string
}

const WIDE = 1440
/** What the browser writes about an answer that there is none: pages leave such parts out. */
const NOT_STORED = /^Failed to load resource: .* 404/

/** What stands in the place of an answer until it comes. */
const AWAITED = '.awaited, .awaited-rows, .waits'

// Collected by the page itself: a browser drops its entries when there are many.
const OBSERVE = `
  window.paints = []; window.shifts = []; window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((e) => e.duration)))
    .observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => window.paints.push(...list.getEntries().map((e) => e.startTime)))
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifts.push(e.value)
  }).observe({ type: 'layout-shift', buffered: true })
`

/** A tab of a browser that was never here before. */
export class Tab {
  readonly page: Page
  /** Errors of scripts and of the console. */
  readonly errors: string[] = []
  readonly #devtools: CDPSession

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page
    this.#devtools = devtools
    page.on('pageerror', ({ message }) => this.errors.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !NOT_STORED.test(message.text()))
        this.errors.push(message.text())
    })
  }

  static async open({ browser }: ExplorerBench, width = WIDE): Promise<Tab> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      // Without one it is that of this machine, which charts may not know.
      locale: 'en-US',
    })
    context.setDefaultTimeout(120_000)
    await context.addInitScript(OBSERVE)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    return new Tab(page, devtools)
  }

  async load(url: string): Promise<void> {
    await this.page.goto(url)
    await this.settled()
  }

  async settled(): Promise<void> {
    await this.page.waitForSelector('h1')
    await this.page.waitForSelector(AWAITED, { state: 'detached' })
  }

  /** Goes to another page as a link does; milliseconds until it is painted. */
  async follow(path: string): Promise<number> {
    const [to = '', search = ''] = path.split('?')
    const target = { to, search: Object.fromEntries(new URLSearchParams(search)) }
    return (await this.page.evaluate(`(async () => {
      const startedMs = performance.now()
      await __TSR_ROUTER__.navigate(${JSON.stringify(target)})
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      return performance.now() - startedMs
    })()`)) as number
  }

  evaluate<T>(script: string): Promise<T> {
    return this.page.evaluate(script)
  }

  /** Seconds in which the page's own thread was busy. */
  async busySec(): Promise<number> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }

  /** Bytes in use by scripts, after all that can be freed was freed. */
  async heapMb(): Promise<number> {
    await this.#devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await this.#devtools.send('Runtime.getHeapUsage')
    return usedSize / 1e6
  }

  close(): Promise<void> {
    return this.page.context().close()
  }
}

import type { BrowserContext, Page } from 'playwright-core'

/** What stands in the place of a response until it comes. */
const AWAITED = '.awaited, .awaited-rows, .waits'
/** What the browser writes to the console about a response that is an error. */
const REFUSED = /^Failed to load resource/

// Collected by the page itself: a browser drops its entries when there are many.
const OBSERVE = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifts.push(e.value)
  }).observe({ type: 'layout-shift', buffered: true })
`

/** A page of the explorer in a tab, with everything that went wrong in it. */
export class View {
  readonly page: Page
  readonly app: string
  /** Errors of scripts and of the console, and requests to other hosts. */
  readonly errors: string[] = []
  /** Requests that were answered by an error. */
  readonly refusals: string[] = []
  /** Method and path of each request. */
  readonly requests: { method: string; path: string }[] = []

  private constructor(page: Page, app: string) {
    this.page = page
    this.app = app
    page.on('pageerror', ({ message }) => this.errors.push(message))
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      const text = message.text()
      if (!REFUSED.test(text)) this.errors.push(text)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) this.refusals.push(`${response.status()} ${response.url()}`)
    })
    page.on('request', (request) => {
      const { origin, protocol, pathname } = new URL(request.url())
      this.requests.push({ method: request.method(), path: pathname })
      if (origin !== new URL(app).origin && protocol !== 'blob:' && protocol !== 'data:')
        this.errors.push(`request to another host: ${request.url()}`)
    })
  }

  /** Opens a path below the explorer and waits until nothing is awaited any more. */
  static async open(context: BrowserContext, app: string, path: string): Promise<View> {
    const view = new View(await context.newPage(), app)
    await view.page.addInitScript(OBSERVE)
    await view.page.goto(`${app}${path}`)
    await view.settled()
    return view
  }

  /** Goes on to another path without loading the explorer again, as a link does. */
  async follow(path: string): Promise<void> {
    await this.show(path)
    await this.settled()
  }

  /** The same without waiting for answers. */
  async show(path: string): Promise<void> {
    const [to = '', search = ''] = path.split('?')
    const given = Object.fromEntries(new URLSearchParams(search))
    // The router puts itself there for its tools.
    await this.page.evaluate(
      `__TSR_ROUTER__.navigate(${JSON.stringify({ to: decodeURI(to), search: given })})`,
    )
    await this.page.waitForSelector('h1')
  }

  /** What this page received is requested again by the next one, as if the explorer were loaded anew. */
  async forget(): Promise<void> {
    await this.follow('/no-such-page')
    const queries = '__TSR_ROUTER__.options.context.queries'
    await this.page.evaluate(`${queries}.removeQueries({ type: 'inactive' })`)
  }

  async settled(): Promise<void> {
    await this.page.waitForSelector('h1')
    await this.page.waitForSelector(AWAITED, { state: 'detached' })
  }

  /** Until the page with this title is there, and nothing is awaited on it. */
  async titled(title: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await this.settled()
  }

  /** How far what was shown has moved since the page was loaded, as browsers add it up. */
  async shift(): Promise<number> {
    const shifts = (await this.page.evaluate('window.shifts')) as number[]
    return shifts.reduce((sum, shift) => sum + shift, 0)
  }

  /** Whether something is wider than the window. */
  async isWide(): Promise<boolean> {
    return (await this.page.evaluate(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    )) as boolean
  }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** A page of the reference, with what went wrong on it: errors, and requests to other hosts. */
export async function openReference(
  context: BrowserContext,
  origin: string,
  path: string,
): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) errors.push(`asks elsewhere: ${request.url()}`)
  })
  await page.goto(`${origin}${path}`)
  return { page, errors }
}

/** What keeps people from using the page; parts of it may be left out. */
export async function barriersOf(page: Page, without: readonly string[] = []): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate(
    `axe.run({ exclude: ${JSON.stringify(without)} }, { runOnly: ${JSON.stringify(RULES)} })`,
  )) as { violations: { id: string; nodes: { html: string }[] }[] }
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}

export async function isWide(page: Page): Promise<boolean> {
  const wide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
  return (await page.evaluate(wide)) as boolean
}

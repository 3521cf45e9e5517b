import type { BrowserContext } from 'playwright-core'
import { View } from './view.ts'

/** Pages wait most of the time while the service is slow or gone: several wait at once. */
const TABS = 4

/** What is wrong with a page, in words; nothing where all is well. */
export type Check = (view: View, path: string) => Promise<readonly string[]>

/** Opens every page, one after the other in a few tabs, and tells what is wrong with which. */
export async function walk(
  context: BrowserContext,
  app: string,
  paths: readonly string[],
  check: Check,
): Promise<readonly string[]> {
  const left = [...paths]
  const wrong: string[] = []
  const visit = async (view: View, path: string, isOpen: boolean) => {
    if (!isOpen) await view.follow(path)
    return [...view.errors.splice(0), ...(await whole(view)), ...(await check(view, path))]
  }
  const inTab = async () => {
    const first = left.shift()
    if (first === undefined) return
    const view = await View.open(context, app, first)
    for (let path: string | undefined = first; path !== undefined; path = left.shift()) {
      const found = await visit(view, path, path === first).catch((error: Error) => [error.message])
      wrong.push(...found.map((text) => `${path}: ${text}`))
    }
    await view.page.close()
  }
  await Promise.all(Array.from({ length: TABS }, inTab))
  return wrong
}

/** Whether the page has a title and something below it, and no part of it broke. */
export async function whole({ page }: View): Promise<readonly string[]> {
  const title = (await page.locator('h1').first().textContent()) ?? ''
  const text = (await page.locator('main').textContent()) ?? ''
  const broken = /This (block|page) failed\.[^.]*/.exec(text)
  return [
    ...(title.trim() === '' ? ['no title'] : []),
    ...(text.trim() === title.trim() ? ['nothing but a title'] : []),
    ...(broken === null ? [] : [broken[0]]),
  ]
}

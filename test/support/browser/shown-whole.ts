import { barriersOf } from './reference-page.ts'
import type { View } from './view.ts'
import type { Check } from './walk.ts'

/** Rows of a table are alike: the first ones speak for all. */
const LIKE_OTHERS = 'tbody tr:nth-child(n + 31)'

/** Requests that failed, blocks that say so, barriers, and what is wider than the window. */
export const shownWhole: Check = async (view) => [
  ...view.refusals.splice(0),
  ...(await view.page.locator('[role=alert]').allTextContents()),
  ...(await barriersOf(view.page, [LIKE_OTHERS])),
  ...(await narrow(view)),
]

/** The same of the stories, which show refusals and what is awaited for ever. */
export async function storiesShown(view: View): Promise<readonly string[]> {
  await view.show('/design')
  await view.page.waitForSelector('.u-over')
  const barriers = await barriersOf(view.page, [LIKE_OTHERS])
  return [...view.errors.splice(0), ...barriers, ...(await narrow(view))]
}

async function narrow(view: View): Promise<readonly string[]> {
  return (await view.isWide()) ? ['wider than the page'] : []
}

import type { Locator, Page } from 'playwright-core'

const MAX_KEYS = 600

/** How a person works a page: with a pointer, or with the keyboard alone. */
export interface Hand {
  readonly name: string
  press(target: Locator): Promise<void>
  /** Puts the focus where text is typed, and types. */
  type(target: Locator, text: string): Promise<void>
  /** Picks an option of a list by its name. */
  choose(target: Locator, option: string): Promise<void>
  /** Picks the result of a search that stands in a list below the field. */
  pick(page: Page, option: Locator): Promise<void>
}

export const pointer: Hand = {
  name: 'a pointer',
  press: (target) => target.click(),
  type: async (target, text) => {
    await target.click()
    await target.fill(text)
  },
  choose: async (target, option) => {
    await target.selectOption(option)
  },
  pick: (_, option) => option.click(),
}

export const keyboard: Hand = {
  name: 'the keyboard alone',
  press: async (target) => {
    await tabTo(target)
    await target.page().keyboard.press('Enter')
  },
  type: async (target, text) => {
    await tabTo(target)
    await target.page().keyboard.press('ControlOrMeta+a')
    await target.page().keyboard.type(text)
  },
  choose: async (target, option) => {
    await tabTo(target)
    for (let keys = 0; keys < MAX_KEYS; keys++) {
      if ((await target.inputValue()) === option) return
      await target.page().keyboard.press('ArrowDown')
    }
    throw new Error(`No key brings ${option}.`)
  },
  pick: async (page, option) => {
    await option.waitFor()
    for (let keys = 0; keys < MAX_KEYS; keys++) {
      if ((await option.getAttribute('aria-selected')) === 'true') break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
  },
}

/** What the way to an element is found by; these tests know no types of browsers. */
interface Place {
  readonly ownerDocument: { readonly activeElement: Place | null; readonly body: Place }
  compareDocumentPosition(other: Place): number
}

/** Moves the focus by Tab, forwards or back, until it stands on the target. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let keys = 0; keys < MAX_KEYS; keys++) {
    const way = await target.evaluate(wayTo)
    if (way === null) return
    await target.page().keyboard.press(way)
  }
  throw new Error('No key brings the focus there.')
}

function wayTo(element: Place): 'Tab' | 'Shift+Tab' | null {
  const { activeElement, body } = element.ownerDocument
  if (activeElement === element) return null
  if (activeElement === null || activeElement === body) return 'Tab'
  const isAhead = (activeElement.compareDocumentPosition(element) & 2) !== 0
  return isAhead ? 'Shift+Tab' : 'Tab'
}

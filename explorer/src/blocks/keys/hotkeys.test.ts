import { expect, test } from 'vitest'
import { HOTKEYS, PAGE_KEYS, readKey } from './hotkeys.ts'

test('one letter is a shortcut, g begins one', () => {
  expect(readKey('', 't')).toEqual({ keys: 't', pending: '' })
  expect(readKey('', 'g')).toEqual({ keys: '', pending: 'g' })
  expect(readKey('g', 'p')).toEqual({ keys: 'g p', pending: '' })
  expect(readKey('g', 'g')).toEqual({ keys: 'g g', pending: '' })
})

test('every shortcut to a page is in the list', () => {
  const listed = HOTKEYS.map(([keys]) => keys)
  expect(Object.keys(PAGE_KEYS).filter((keys) => !listed.includes(keys))).toEqual([])
})

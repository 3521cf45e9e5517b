import { expect, test } from 'vitest'
import { renameBetween, renamedPath } from './renames.ts'

test('one part that differs is a new name', () => {
  expect(renameBetween('/protocol/old-name', '/protocol/new-name')).toEqual({
    from: 'old-name',
    to: 'new-name',
  })
  expect(renameBetween('/a/summary/fees/Old%20Name', '/a/summary/fees/New')).toEqual({
    from: 'Old Name',
    to: 'New',
  })
  expect(renameBetween('/protocol/name', '/protocol/name')).toBeNull()
  expect(renameBetween('/a/old', '/b/new')).toBeNull()
  expect(renameBetween('/a/old', '/a/new/more')).toBeNull()
})

test('a page keeps all of its path but the name', () => {
  const rename = { from: 'Old Name', to: 'New Name' }
  expect(renamedPath('/chains/Old%20Name', rename)).toBe('/chains/New%20Name')
  expect(renamedPath('/chains/Other', rename)).toBe('/chains/Other')
  expect(renamedPath('/chains/%', rename)).toBe('/chains/%')
})

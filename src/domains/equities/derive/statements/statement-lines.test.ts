import { expect, test } from 'vitest'
import reference from '../../../../../data/statement-lines.json' with { type: 'json' }
import { FUNDAMENTAL_LINES, LINE_NAMES, LINES, tagsOf } from './statement-lines.ts'

test('default: a tag names its taxonomy in full', () => {
  expect(tagsOf(['revenue']).slice(0, 2)).toEqual([
    'us-gaap:Revenues',
    'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax',
  ])
  expect(
    tagsOf(LINE_NAMES).filter((tag) => !/^(us-gaap|ifrs-full|dei):[A-Za-z]+$/.test(tag)),
  ).toEqual([])
})

test('behavior: a tag that two lines share is listed once', () => {
  // Cash stands for the cash position too, where a company has no restricted cash.
  expect(tagsOf(['cash', 'cashAndRestricted'])).toEqual([
    'us-gaap:CashAndCashEquivalentsAtCarryingValue',
    'ifrs-full:CashAndCashEquivalents',
    'us-gaap:CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
  ])
})

test('behavior: within a line no tag stands twice', () => {
  for (const name of LINE_NAMES)
    expect(new Set(LINES[name].tags).size, name).toBe(LINES[name].tags.length)
})

test('behavior: every line that fundamentals name is one, and none stands twice', () => {
  expect(FUNDAMENTAL_LINES.toSorted()).toEqual(reference.fundamentals.toSorted())
  expect(Object.values(reference.lines).flatMap(Object.keys).toSorted()).toEqual(
    LINE_NAMES.toSorted(),
  )
})

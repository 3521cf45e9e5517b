import { expect, test } from 'vitest'
import { isCountedProtocol } from './counted-protocol.ts'

const lend = { id: '7', category: 'Lending', parent: 'parent#cedar' }

test.each([
  ['a protocol of someone else', lend, ['8', 'parent#harbor'], true],
  ['nobody’s own are named', lend, [], true],
  ['one without category or parent', { id: '9', category: null, parent: null }, ['7'], true],
  ['the issuer’s own', lend, ['7'], false],
  ['a child of the issuer’s own', lend, ['parent#cedar'], false],
  ['a centralized exchange', { ...lend, category: 'CEX' }, [], false],
  ['one that is not tracked', undefined, [], false],
])('behavior: %s', (_, protocol, issuerProtocols, expected) => {
  expect(isCountedProtocol(protocol, issuerProtocols)).toBe(expected)
})

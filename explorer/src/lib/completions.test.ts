import { expect, test } from 'vitest'
import { completionOf, suggestionsOf, typedPart } from './completions.ts'

const entry = { id: '49', name: 'Wren Lend', symbol: 'WREL', path: '/protocol/wren-lend' }
const written = (field: string, operation: string, given: typeof entry) => {
  const completion = completionOf(field, operation)
  return completion === null ? null : [completion.kind, completion.write(given)]
}

test.each([
  ['protocol', 'getProtocol', entry, ['protocol', 'wren-lend']],
  ['protocolId', 'getUserData', entry, ['protocol', '49']],
  ['chain', 'listPools', { ...entry, name: 'OP Mainnet' }, ['chain', 'OP Mainnet']],
  ['coins', 'getCurrentPrices', { ...entry, id: 'base:0xaa' }, ['coin', 'base:0xaa']],
  ['id', 'getBridge', entry, ['bridge', '49']],
  ['id', 'getRun', entry, null],
  ['limit', 'listPools', entry, null],
  [
    'ticker',
    'getEquitySummary',
    { ...entry, path: '/equities/v1/summary?ticker=BRK.B&country=US' },
    ['company', 'BRK.B'],
  ],
])('%s of %s', (field, operation, given, expected) => {
  expect(written(field, operation, given)).toEqual(expected)
})

test('of a list only the last part is completed; JSON is not', () => {
  expect(typedPart('base:0xaa, wre')).toEqual({ before: 'base:0xaa,', wanted: 'wre' })
  expect(typedPart('')).toEqual({ before: '', wanted: '' })
  expect(typedPart('{"a":[1,2')).toBeNull()
})

test('suggestions keep what stands before, each value once', () => {
  const completion = completionOf('protocol', 'getProtocol')
  if (completion === null) throw new Error('protocols are completed')
  expect(
    suggestionsOf([entry, { ...entry, name: 'Again' }, { ...entry, path: '' }], completion, 'a,'),
  ).toEqual([{ value: 'a,wren-lend', label: 'Wren Lend (WREL)' }])
})

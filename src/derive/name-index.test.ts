import { expect, test } from 'vitest'
import { NameIndex } from './name-index.ts'

const index = await NameIndex.of([
  { id: 'harbor', texts: ['Harbor Swap', 'HBR'] },
  { id: 'harbor-lend', texts: ['Harbor Lend', null] },
  { id: 'credit', texts: ['Crédit Mutuel', 'CM'] },
  { id: 'coin', texts: ['Some Coin', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'] },
])

function find(text: string, typos = true): [string, number][] {
  return index
    .find(text, { typos })
    .map(({ id, distance }): [string, number] => [id, distance])
    .sort()
}

test.each<[string, [string, number][]]>([
  [
    'harbor',
    [
      ['harbor', 0],
      ['harbor-lend', 0],
    ],
  ],
  [
    'har',
    [
      ['harbor', 1],
      ['harbor-lend', 1],
    ],
  ],
  [
    'h',
    [
      ['harbor', 1],
      ['harbor-lend', 1],
    ],
  ],
  // Any order, any case, accents or not.
  ['swap HARBOR', [['harbor', 0]]],
  ['hbr sw', [['harbor', 1]]],
  ['CREDIT', [['credit', 0]]],
  ['crédit m', [['credit', 1]]],
  // One letter wrong, missing, too many, or two swapped; also in a word that is only begun.
  ['harbur swap', [['harbor', 3]]],
  ['harbr lend', [['harbor-lend', 3]]],
  ['harrbor lend', [['harbor-lend', 3]]],
  ['ahrbor lend', [['harbor-lend', 3]]],
  ['hrab lend', [['harbor-lend', 4]]],
  // Two typos, or one in a short word, are something else.
  ['hurbur', []],
  ['sawp lmnd', []],
  ['hbx', []],
  // All words have to be there.
  ['harbor mutuel', []],
  // Addresses by their beginning.
  ['0xA0b869', [['coin', 1]]],
  ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', [['coin', 0]]],
  ['0x', []],
  ['', []],
  ['???', []],
])('default: %j', (text, expected) => {
  expect(find(text)).toEqual(expected)
})

test('behavior: typos are found only when asked for', () => {
  expect(find('harbur', false)).toEqual([])
})

test('behavior: the better of two ways counts', async () => {
  const both = await NameIndex.of([{ id: 'a', texts: ['stake staked'] }])
  expect(both.find('stake', { typos: true })).toEqual([{ id: 'a', distance: 0 }])
})

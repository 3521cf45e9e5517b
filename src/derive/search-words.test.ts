import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test.each([
  ['Harbor Swap V3', ['harbor', 'swap', 'v3']],
  ['  Crédit-Agricole S.A. ', ['credit', 'agricole', 's', 'a']],
  ['USD₮0', ['usd', '0']],
  ['ＡＢＣ ﬁnance', ['abc', 'finance']],
  ['Straße Ünlü', ['straße', 'unlu']],
  ['东京 Coin', ['东京', 'coin']],
  ['--- / ***', []],
  ['', []],
])('default: %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

test('behavior: a very long text is cut', () => {
  expect(searchWords('a'.repeat(1_000_000))).toEqual(['a'.repeat(200)])
})

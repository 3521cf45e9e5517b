import { expect, test } from 'vitest'
import { ownTokens } from './own-tokens.ts'

const coin = (tokenCoin: string | null) => ({ tokenCoin })

test.each([
  ['nothing known', { tokenCoin: null, ownTokens: [] }, [coin(null)], []],
  [
    'the token of its protocol',
    { tokenCoin: null, ownTokens: [] },
    [coin('ethereum:0xb')],
    ['ethereum:0xb'],
  ],
  [
    'the tokens of its family',
    { tokenCoin: null, ownTokens: [] },
    [coin(null), coin('ethereum:0xb'), coin('bsc:0xa')],
    ['bsc:0xa', 'ethereum:0xb'],
  ],
  ['an entity without a protocol', { tokenCoin: 'base:0xc', ownTokens: [] }, [], ['base:0xc']],
  [
    'listed ones besides, each once',
    { tokenCoin: 'base:0xc', ownTokens: ['base:0xd', 'base:0xc'] },
    [coin('base:0xd')],
    ['base:0xc', 'base:0xd'],
  ],
])('default: %s', (_, holder, family, expected) => {
  expect(ownTokens(holder, family)).toEqual(expected)
})

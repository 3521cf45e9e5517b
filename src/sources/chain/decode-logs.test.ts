import {
  type AbiEvent,
  encodeAbiParameters,
  type Hex,
  keccak256,
  pad,
  parseAbiItem,
  stringToHex,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { createEventDecoder } from './decode-logs.ts'

const event = (text: string): AbiEvent => parseAbiItem(`event ${text}`) as AbiEvent
const WHO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const word = (value: number | bigint): Hex => pad(toHex(value), { size: 32 })

test('default: plain values of all kinds', () => {
  const { decode, selector } = createEventDecoder(
    event(
      'Moved(address indexed who, int24 indexed tick, uint256 amount, int256 change, bool isFirst, bytes4 kind, uint8 level)',
    ),
  )
  const types = [
    { type: 'uint256' },
    { type: 'int256' },
    { type: 'bool' },
    { type: 'bytes4' },
    { type: 'uint8' },
  ]
  const data = encodeAbiParameters(types, [2n ** 255n, -5n, true, '0xdeadbeef', 7])
  const topics = [selector, pad(WHO, { size: 32 }), `0x${'f'.repeat(62)}fe` as Hex]
  expect(decode({ topics, data })).toEqual({
    who: WHO.toLowerCase(),
    tick: -2,
    amount: 2n ** 255n,
    change: -5n,
    isFirst: true,
    kind: '0xdeadbeef',
    level: 7,
  })
})

test('behavior: values of any length and lists, with addresses in lower case; an indexed text is its hash', () => {
  const { decode, selector } = createEventDecoder(
    event('Said(string indexed topic, address who, string text, uint256[] amounts)'),
  )
  const data = encodeAbiParameters(
    [{ type: 'address' }, { type: 'string' }, { type: 'uint256[]' }],
    [WHO, 'hello', [1n, 2n]],
  )
  const topic = keccak256(stringToHex('news'))
  expect(decode({ topics: [selector, topic], data })).toEqual({
    topic,
    who: WHO.toLowerCase(),
    text: 'hello',
    amounts: [1n, 2n],
  })
})

test('behavior: arguments without a name are called by their place', () => {
  const { decode, selector } = createEventDecoder({
    type: 'event',
    name: 'Bare',
    inputs: [{ type: 'uint256', indexed: true }, { type: 'uint256' }],
  })
  expect(decode({ topics: [selector, word(1)], data: word(2) })).toEqual({ '0': 1n, '1': 2n })
})

test.each([
  ['an argument more is indexed', [word(1), word(2), word(3)], '0x'],
  ['an argument less is indexed', [word(1)], word(3)],
  ['the values are cut short', [word(1), word(2)], '0x0102'],
] as [string, Hex[], Hex][])(
  'behavior: an event of the same name is left out when %s',
  (_, topics, data) => {
    const { decode, selector } = createEventDecoder(
      event('Transfer(address indexed from, address indexed to, uint256 value)'),
    )
    expect(decode({ topics: [selector, ...topics], data })).toBeUndefined()
  },
)

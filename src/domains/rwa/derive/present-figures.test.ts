import { expect, test } from 'vitest'
import type { Place } from './asset-places.ts'
import { isCountedProtocol, presentFigures, sumKnown, sumPositions } from './present-figures.ts'
import { line } from './series-for-tests.ts'

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

function place(known: Partial<Place>): Place {
  return { onChain: undefined, active: undefined, positions: [], lastDay: 100, ...known }
}

test('default: the figures of the day, by chain', () => {
  const places = new Map([
    ['base', place({ onChain: line('7'), active: line('5') })],
    [
      'ethereum',
      place({
        onChain: line('70'),
        positions: [
          { protocol: 'a', line: line('10') },
          // Less than 10 USD is left out.
          { protocol: 'b', line: line('9.99') },
          // Two protocols of one name are one.
          { protocol: 'a', line: line('15') },
        ],
      }),
    ],
  ])
  expect(presentFigures(places, 100)).toEqual({
    chains: ['base', 'ethereum'],
    onChainUsd: new Map([
      ['base', 7],
      ['ethereum', 70],
    ]),
    activeUsd: new Map([['base', 5]]),
    defiUsd: new Map([['ethereum', new Map([['a', 25]])]]),
  })
})

test.each([
  ['the day before it began', 99, undefined],
  ['the day of the report', 100, 7],
  ['while it stands, at the price of the day', 101, 8],
  ['the price is no longer known', 102, undefined],
])('behavior: %s', (_, day, expected) => {
  expect(
    presentFigures(new Map([['base', place({ onChain: line('7 ~8') })]]), day)?.onChainUsd.get(
      'base',
    ),
  ).toBe(expected)
})

test('behavior: a week after its last report it is gone', () => {
  const places = new Map([['base', place({ onChain: line('7 ~7 ~7 ~7 ~7 ~7 ~7 ~7 ~7') })]])
  expect([107, 108].map((day) => presentFigures(places, day)?.chains)).toEqual([
    ['base'],
    undefined,
  ])
})

test('behavior: without a price it is there without a figure; a supply of 0 is a figure', () => {
  expect(presentFigures(new Map([['base', place({})]]), 100)).toMatchObject({
    chains: ['base'],
    onChainUsd: new Map(),
  })
  expect(
    presentFigures(new Map([['base', place({ onChain: line('0') })]]), 100)?.onChainUsd,
  ).toEqual(new Map([['base', 0]]))
  expect(presentFigures(new Map(), 100)).toBeUndefined()
})

test('sumKnown, sumPositions: nothing known is not 0, nothing in protocols is', () => {
  expect([sumKnown([]), sumKnown([0]), sumKnown([1, 2])]).toEqual([undefined, 0, 3])
  expect([sumPositions(undefined), sumPositions(new Map([['a', 4]]))]).toEqual([0, 4])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bounds,
  choice,
  flag,
  isWithin,
  names,
  readState,
  sorting,
  text,
  writeState,
} from './view-state.ts'

const keys = {
  q: text(),
  range: choice(['30d', '1y', 'all'], '1y'),
  chain: names(),
  tvl: bounds(),
  sort: sorting('-tvl'),
  outliers: flag(),
}

test('defaults are left out and keys keep their order', () => {
  const { state } = readState(keys, {})
  expect(writeState(keys, state)).toEqual({})
  const shown = writeState(keys, {
    ...state,
    sort: { column: 'name', isDescending: false },
    tvl: { from: 1e6, to: null },
    chain: ['Base', 'OP, Mainnet'],
    range: '1y',
  })
  expect(Object.entries(shown)).toEqual([
    ['chain', 'Base,OP%2C Mainnet'],
    ['tvl', '1000000..'],
    ['sort', 'name'],
  ])
})

test('what means nothing is dropped and named', () => {
  const { state, ignored } = readState(keys, { range: '2y', colour: 'red', tvl: 'many', q: 'x' })
  expect(state).toMatchObject({ range: '1y', q: 'x', tvl: { from: null, to: null } })
  expect(ignored).toEqual(['colour', 'range', 'tvl'])
})

test('any state comes back from its own URL', () => {
  const limit = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))
  const any = fc.record({
    q: fc.string(),
    range: fc.constantFrom('30d' as const, '1y' as const, 'all' as const),
    chain: fc.array(fc.string({ minLength: 1 })),
    tvl: fc.record({ from: limit, to: limit }),
    sort: fc.record({
      column: fc.string({ minLength: 1 }).filter((name) => !name.startsWith('-')),
      isDescending: fc.boolean(),
    }),
    outliers: fc.boolean(),
  })
  fc.assert(
    fc.property(any, (state) => {
      const query = new URLSearchParams(writeState(keys, state)).toString()
      const back = readState(keys, Object.fromEntries(new URLSearchParams(query)))
      expect(back.ignored).toEqual([])
      expect(writeState(keys, back.state)).toEqual(writeState(keys, state))
      expect(back.state.chain).toEqual(state.chain)
    }),
  )
})

test('bounds: both ends belong to them; a missing figure is in open ones only', () => {
  expect(isWithin(5, { from: 5, to: 10 })).toBe(true)
  expect(isWithin(10.1, { from: 5, to: 10 })).toBe(false)
  expect(isWithin(0, { from: null, to: 10 })).toBe(true)
  expect(isWithin(null, { from: null, to: null })).toBe(true)
  expect(isWithin(null, { from: null, to: 10 })).toBe(false)
})

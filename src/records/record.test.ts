import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { nullableText, optionalText, textList, timeText, unixSec, usd } from '../http/described.ts'
import { nullable } from '../http/schemas.ts'
import { UnknownShape } from '../sources/mirror/read-value.ts'
import { field, record } from './record.ts'

const wreck = record(
  {
    date: field(unixSec(), 86_400, 'atSec'),
    ship: field(Type.String(), 'Example'),
    cargo: field(nullable(usd('Value')), 5, 'cargoUsd'),
    ports: field(textList('Where it called'), ['Harbor']),
    isRaised: field(Type.Boolean(), false),
    log: field(nullableText('Its log'), null),
    number: field(nullable(Type.Union([Type.Integer(), Type.String()])), 7),
    found: field(nullable(timeText('When it was found')), null),
    crew: field(optionalText('Who was on board'), 'Two'),
    age: field(
      Type.Integer(),
      2,
      (row: { atSec: number; nowSec: number }) => row.nowSec - row.atSec,
    ),
  },
  'Wreck',
)

const ROW = {
  atSec: 100,
  ship: 'Alder',
  cargoUsd: 9.5,
  ports: ['North'],
  isRaised: true,
  log: 'x',
  number: 3,
  found: null,
  crew: null,
  nowSec: 130,
}

test('default: a row under the names of clients, in the order of the declaration', () => {
  const item = wreck.item(ROW)
  expect(item).toEqual({
    date: 100,
    ship: 'Alder',
    cargo: 9.5,
    ports: ['North'],
    isRaised: true,
    log: 'x',
    number: 3,
    found: null,
    age: 30,
  })
  expect(Object.keys(item).slice(0, 3)).toEqual(['date', 'ship', 'cargo'])
  expect(wreck.item({ ...ROW, crew: 'Three' })).toMatchObject({ crew: 'Three' })
})

test('behavior: the schema has exactly these members and the name of the type; the example is of every member', () => {
  expect(wreck.schema).toMatchObject({ title: 'Wreck', additionalProperties: false })
  expect(Object.keys(wreck.schema.properties)).toEqual(Object.keys(wreck.example))
  expect(wreck.members.ship).toBe(wreck.schema.properties.ship)
  expect(wreck.example).toMatchObject({ date: 86_400, cargo: 5, age: 2 })
})

test('behavior: an item is read back into columns, without members that follow from a rule', () => {
  const { nowSec: _, ...columns } = ROW
  expect(wreck.row({ ...wreck.item(ROW), number: 3 }, 'body[0]')).toEqual({
    ...columns,
    number: '3',
  })
})

describe('reading is as tolerant as that of mirrors', () => {
  test.each([
    [{ date: '2020-01-01' }, { atSec: 1_577_836_800 }],
    [{ date: 1_577_836_800_000 }, { atSec: 1_577_836_800 }],
    [{ cargo: '1,000' }, { cargoUsd: 1_000 }],
    [{ cargo: '' }, { cargoUsd: null }],
    [{ ports: 'North' }, { ports: ['North'] }],
    [{ ports: null }, { ports: [] }],
    [{ isRaised: null }, { isRaised: false }],
    [{ log: ' ' }, { log: null }],
    [{ number: 12 }, { number: '12' }],
  ])('behavior: %j', (given, expected) => {
    expect(wreck.row({ date: 1, ship: 'Alder', ...given }, 'body[0]')).toMatchObject(expected)
  })

  test.each([
    [{ ship: null }, 'body[0].ship is missing'],
    [{ date: null }, 'body[0].date is missing'],
    [{ cargo: {} }, 'body[0].cargo is an object instead of a number'],
  ])('error: %j', (given, message) => {
    const read = () => wreck.row({ date: 1, ship: 'Alder', ...given }, 'body[0]')
    expect(read).toThrow(UnknownShape)
    expect(read).toThrow(message)
  })
})

test('error: a member that has no way back says so', () => {
  const nested = record({ inner: field(Type.Object({ a: Type.Number() }), { a: 1 }) })
  expect(() => nested.row({}, 'body')).toThrow('no way back from the member inner')
})

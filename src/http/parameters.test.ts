import { describe, expect, test } from 'vitest'
import { AlmanacError } from '../lib/errors.ts'
import {
  decimal,
  exampleOf,
  fieldList,
  flag,
  optionalDuration,
  optionalStartTime,
  optionalText,
  optionalTimestamp,
  optionalUnixTime,
  type Parameter,
  someOf,
  text,
  unixTime,
  whole,
} from './parameters.ts'

const REFUSED = 'refused'

function parse(parameter: Parameter<unknown>, given: string | undefined): unknown {
  try {
    return parameter.parse(given, 'name')
  } catch (error) {
    expect(error).toBeInstanceOf(AlmanacError)
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      message: expect.stringMatching(/^Parameter `name` /),
    })
    return REFUSED
  }
}

const kinds: [string, Parameter<unknown>, [string | undefined, unknown][]][] = [
  [
    'text',
    text('', ''),
    [
      ['a b', 'a b'],
      ['', REFUSED],
      ['  ', REFUSED],
      [undefined, REFUSED],
    ],
  ],
  [
    'optionalText',
    optionalText('', ''),
    [
      ['a', 'a'],
      ['', undefined],
      [undefined, undefined],
    ],
  ],
  [
    'flag',
    flag(''),
    [
      ['true', true],
      ['1', true],
      ['false', false],
      ['0', false],
      ['', false],
      [undefined, false],
      ['yes', REFUSED],
      ['TRUE', REFUSED],
    ],
  ],
  [
    'flag that is on',
    flag('', true),
    [
      [undefined, true],
      ['false', false],
    ],
  ],
  [
    'whole',
    whole('', { min: 0, max: 10, byDefault: 5, example: 1 }),
    [
      ['0', 0],
      ['10', 10],
      ['007', 7],
      ['', 5],
      [undefined, 5],
      ['11', REFUSED],
      ['-1', REFUSED],
      ['1.0', REFUSED],
      ['1e1', REFUSED],
      [' 1', REFUSED],
      ['٣', REFUSED],
    ],
  ],
  [
    'decimal',
    decimal('', { min: 0, max: 1, example: 0.5 }),
    [
      ['0.5', 0.5],
      ['.5', 0.5],
      ['1', 1],
      ['', undefined],
      ['1.1', REFUSED],
      ['-0.1', REFUSED],
      ['1e-3', REFUSED],
      ['NaN', REFUSED],
    ],
  ],
  [
    'unixTime',
    unixTime(''),
    [
      ['0', 0],
      ['1760000000.9', 1_760_000_000],
      ['4294967295', 4_294_967_295],
      ['4294967296', REFUSED],
      ['-1', REFUSED],
      ['2026-01-01', REFUSED],
      ['', REFUSED],
    ],
  ],
  [
    'optionalUnixTime',
    optionalUnixTime(''),
    [
      ['5', 5],
      ['2026-01-31', 1_769_817_600],
      ['2026-01-31T00:00:01.900Z', 1_769_817_601],
      ['', undefined],
      [undefined, undefined],
      ['x', REFUSED],
      ['1969-12-31', REFUSED],
      ['2026-13-01', REFUSED],
    ],
  ],
  [
    'optionalTimestamp',
    optionalTimestamp(''),
    [
      ['5', 5_000],
      ['1970-01-01T00:00:07Z', 7_000],
      ['2026-01-31', 1_769_817_600_000],
      ['', undefined],
      ['1969-12-31', REFUSED],
      ['2200-01-01', REFUSED],
      ['31.1.2026', REFUSED],
      ['2026-13-01', REFUSED],
      ['99999999999', REFUSED],
    ],
  ],
  [
    'optionalDuration',
    optionalDuration('', ''),
    [
      ['4h', 14_400],
      ['600', 600],
      ['1.5d', 129_600],
      ['W', 604_800],
      ['', undefined],
      ['0', REFUSED],
      ['-4h', REFUSED],
      ['4y', REFUSED],
      ['9999999w', REFUSED],
    ],
  ],
  [
    'someOf',
    someOf('', ['a', 'b']),
    [
      ['a', new Set(['a'])],
      ['b,a,', new Set(['b', 'a'])],
      [undefined, new Set()],
      ['a,c', REFUSED],
    ],
  ],
  [
    'fieldList',
    fieldList(),
    [
      ['a,b', new Set(['a', 'b'])],
      ['', undefined],
      [',', undefined],
      [undefined, undefined],
    ],
  ],
]

describe.each(kinds)('%s', (_, parameter, cases) => {
  test.each(cases)('behavior: %j is %o', (given, expected) => {
    expect(parse(parameter, given)).toEqual(expected)
  })
})

test('behavior: a refusal quotes what was given, cut short', () => {
  const refuse = () => flag('').parse('x'.repeat(500), 'name')
  expect(refuse).toThrow(`must be true or false, not "${'x'.repeat(60)}…"`)
})

test('behavior: examples of timestamps follow the clock, those of names do not', () => {
  const nowSec = Date.UTC(2026, 0, 14, 12) / 1000
  expect(exampleOf(text('', 'harbor-swap'), nowSec)).toBe('harbor-swap')
  expect(exampleOf(optionalTimestamp(''), nowSec)).toBe('2026-01-14T12:00:00.000Z')
  expect(exampleOf(optionalTimestamp('', 1), nowSec)).toBe('2026-01-13T12:00:00.000Z')
  // 45 and 90 days before 14 January, at 15:00.
  expect(exampleOf(unixTime(''), nowSec)).toBe(Date.UTC(2025, 10, 30, 15) / 1000)
  expect(exampleOf(optionalStartTime(''), nowSec)).toBe(Date.UTC(2025, 9, 16, 15) / 1000)
})

import { tableFromIPC } from 'apache-arrow'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { dayText, timeText, unixSec } from '../described.ts'
import { computed, orNull, record, shifted, tuple, where } from '../render/cells.ts'
import { list, members } from '../render/rows.ts'
import { mapOf, nullable, shape } from '../schemas.ts'
import type { TableFormat } from './formats.ts'
import { compileTable } from './table.ts'
import { writeTable } from './write-table.ts'

async function write(path: string, schema: Type.TSchema, response: unknown, format: TableFormat) {
  return writeTable(compileTable(path, schema), response, { format })
}

async function csv(path: string, schema: Type.TSchema, response: unknown): Promise<string[]> {
  const text = (await write(path, schema, response, 'csv')).toString()
  expect(text.endsWith('\n')).toBe(true)
  return text.slice(0, -1).split('\n')
}

const item = shape({
  name: nullable(Type.String()),
  usd: nullable(Type.Number()),
  count: Type.Optional(Type.Integer()),
  at: unixSec(),
  day: nullable(dayText('Day')),
  timestamp: timeText('Timestamp'),
  is: Type.Boolean(),
  inner: nullable(shape({ x: Type.Number() })),
  chains: Type.Array(Type.String()),
})
const items = [
  {
    name: 'A, "b"',
    usd: 0.1,
    count: 9_007_199_254_740_991,
    at: 1_760_054_400,
    day: '2025-10-10',
    timestamp: '2025-10-10T00:00:00.250Z',
    is: true,
    inner: { x: -0.5 },
    chains: ['Base', 'x"'],
  },
  {
    name: '',
    usd: null,
    at: 0,
    day: null,
    timestamp: '2025-10-10T02:00:00+02:00',
    is: false,
    inner: null,
    chains: [],
  },
]
const schema = shape({ data: Type.Array(item) })

describe('csv', () => {
  test('default: a header and a line per row; what is missing is empty, an empty text is ""', async () => {
    expect(await csv('data[]', schema, { data: items })).toEqual([
      'name,usd,count,at,day,timestamp,is,inner.x,chains',
      '"A, ""b""",0.1,9007199254740991,1760054400,2025-10-10,2025-10-10T00:00:00.250Z,true,-0.5,"[""Base"",""x\\""""]"',
      '"",,,0,,2025-10-10T02:00:00+02:00,false,,[]',
    ])
  })

  test.each([
    ['=1+2', "'=1+2"],
    ['+1 (555)', "'+1 (555)"],
    ['-2+3', "'-2+3"],
    ['@cmd', "'@cmd"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=A1,B1', '"\'=A1,B1"'],
    ['-12.5', '-12.5'],
    ['+3e5', '+3e5'],
    ['a=b', 'a=b'],
  ])('behavior: no spreadsheet takes the text %j for a formula', async (text, cell) => {
    const lines = await write('[]', Type.Array(shape({ a: Type.String() })), [{ a: text }], 'csv')
    expect(lines.toString()).toBe(`a\n${cell}\n`)
  })

  test('behavior: numbers are what JSON has, also negative, tiny and whole ones', async () => {
    const numbers = [
      -1.5,
      1e-7,
      1e21,
      123456789.12345679,
      0,
      -0,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ]
    const rows = numbers.map((a) => ({ a }))
    expect(await csv('[]', Type.Array(shape({ a: Type.Number() })), rows)).toEqual([
      'a',
      ...['-1.5', '1e-7', '1e+21', '123456789.12345679', '0', '0', '', ''],
    ])
  })

  test('behavior: an empty response is a header', async () => {
    expect(
      await csv('data[]', shape({ data: Type.Array(shape({ a: Type.Number() })) }), { data: [] }),
    ).toEqual(['a'])
  })
})

describe('ways to rows', () => {
  const point = Type.Tuple([unixSec(), Type.Number()])

  test('behavior: members above the rows are repeated', async () => {
    const coins = shape({
      coins: mapOf(
        shape({ symbol: nullable(Type.String()), prices: Type.Array(point) }),
        'By coin',
      ),
    })
    const response = {
      coins: {
        a: {
          symbol: 'A',
          prices: [
            [1, 10],
            [2, 20],
          ],
        },
        b: { symbol: null, prices: [] },
        c: { symbol: null, prices: list(tuple([3, 4, 5], [30, Number.NaN, 50])) },
      },
    }
    expect(await csv('coins{coin}<symbol>.prices[](time,price)', coins, response)).toEqual([
      'coin,symbol,time,price',
      'a,A,1,10',
      'a,A,2,20',
      'c,,3,30',
      'c,,5,50',
    ])
  })

  test('behavior: columns of a renderer give the rows that its JSON has', async () => {
    const days = computed(3, (row) => (row + 10) * 100)
    const byChain = new Map([
      ['Ethereum', record(new Map([['A', shifted([5, 6], 1, 3)]]))],
      ['Base', record({ B: shifted([7], 2, 3) })],
    ])
    const nestedMaps = Type.Array(
      Type.Tuple([unixSec(), mapOf(mapOf(Type.Number(), 'By protocol'), 'By chain')]),
    )
    const response = list(tuple(days, record(byChain)))
    expect(await csv('[](date,*){chain}{protocol}=usd', nestedMaps, response)).toEqual([
      'date,chain,protocol,usd',
      '1100,Ethereum,A,5',
      '1200,Ethereum,A,6',
      '1200,Base,B,7',
    ])
  })

  test('behavior: missing rows and members are left out as in JSON', async () => {
    const rows = Type.Array(shape({ a: Type.Optional(Type.Number()), b: nullable(Type.Number()) }))
    const column = record({ a: [1, Number.NaN, 3], b: orNull([Number.NaN, 5, 6]) })
    const response = list(where(column, (row) => row !== 2))
    expect(await csv('[]', rows, response)).toEqual(['a,b', '1,', ',5'])
  })

  test('behavior: times as the names of a map, in rows of a renderer', async () => {
    const byTime = mapOf(mapOf(shape({ tvl: Type.Number() }), 'By name'), 'By time')
    const response = members([100, 200], record({ x: record({ tvl: [1, 2] }) }))
    expect(await csv('{time:time}{name}', byTime, response)).toEqual([
      'time,name,tvl',
      '100,x,1',
      '200,x,2',
    ])
  })

  test('behavior: taken members are no names of a map', async () => {
    const row = Type.Intersect([
      Type.Object({ timestamp: unixSec() }),
      Type.Record(Type.String(), Type.Number()),
    ])
    const response = [{ timestamp: 1, Ethereum: 5, Base: 6 }]
    expect(await csv('[]<timestamp>{chain}=usd', Type.Array(row), response)).toEqual([
      'timestamp,chain,usd',
      '1,Ethereum,5',
      '1,Base,6',
    ])
  })

  test('behavior: maps beside each other; a row without a name where they are empty', async () => {
    const figures = mapOf(Type.Number(), 'By peg')
    const row = shape({ date: unixSec(), minted: figures, bridged: figures })
    const response = [
      { date: 1, minted: { usd: 5 }, bridged: { usd: 6, eur: 7 } },
      { date: 2, minted: {}, bridged: {} },
    ]
    expect(await csv('[]<date>*{peg}', Type.Array(row), response)).toEqual([
      'date,peg,minted,bridged',
      '1,usd,5,6',
      '1,eur,,7',
      '2,,,',
    ])
  })

  test('behavior: a total in the place of a map has no name', async () => {
    const row = shape({
      date: unixSec(),
      tvl: Type.Union([Type.Number(), mapOf(Type.Number(), 'By chain')]),
    })
    const response = [
      { date: 1, tvl: 9 },
      { date: 2, tvl: { Base: 3 } },
    ]
    expect(await csv('[]<date>.tvl{chain}=tvl', Type.Array(row), response)).toEqual([
      'date,chain,tvl',
      '1,,9',
      '2,Base,3',
    ])
  })

  test('behavior: lists beside each other share the columns they both have', async () => {
    const response = shape({
      perps: Type.Array(shape({ pair: Type.String(), price: Type.Number() })),
      tokens: Type.Array(shape({ issuer: Type.String(), price: Type.Number() })),
    })
    const given = { perps: [{ pair: 'p', price: 1 }], tokens: [{ issuer: 'i', price: 2 }] }
    expect(await csv('{kind of perps,tokens}[]', response, given)).toEqual([
      'kind,pair,price,issuer',
      'perps,p,1,',
      'tokens,,2,i',
    ])
  })

  test('behavior: each form of a response has its own way', async () => {
    const row = Type.Array(shape({ a: Type.Number() }))
    const response = Type.Union([row, shape({ data: row })])
    expect(await csv('[] | data[]', response, [{ a: 1 }])).toEqual(['a', '1'])
    expect(await csv('[] | data[]', response, { data: [{ a: 2 }] })).toEqual(['a', '2'])
  })
})

test('behavior: of the members of a row those that were requested, and the names of rows', async () => {
  const row = shape({ a: Type.Number(), b: shape({ c: Type.Number(), d: Type.Number() }) })
  const table = compileTable('{name}', mapOf(row, 'By name'))
  const response = { x: { b: { c: 1, d: 2 } } }
  const body = await writeTable(table, response, { format: 'csv', fields: new Set(['b']) })
  expect(body.toString()).toBe('name,b.c,b.d\nx,1,2\n')
})

describe('other formats', () => {
  test('default: NDJSON has every column in each row, lists as lists', async () => {
    const text = (await write('data[]', schema, { data: items }, 'ndjson')).toString()
    expect(text.trimEnd().split('\n')).toEqual([
      '{"name":"A, \\"b\\"","usd":0.1,"count":9007199254740991,"at":1760054400,"day":"2025-10-10","timestamp":"2025-10-10T00:00:00.250Z","is":true,"inner.x":-0.5,"chains":["Base","x\\""]}',
      '{"name":"","usd":null,"count":null,"at":0,"day":null,"timestamp":"2025-10-10T02:00:00+02:00","is":false,"inner.x":null,"chains":[]}',
    ])
  })

  test.each(['arrow', 'arrow-stream'] as const)(
    'default: %s has types; times are times',
    async (format) => {
      const table = tableFromIPC(await write('data[]', schema, { data: items }, format))
      expect(table.schema.fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
        'name Utf8',
        'usd Float64',
        'count Int64',
        'at Timestamp<MILLISECOND, UTC>',
        'day Timestamp<MILLISECOND, UTC>',
        'timestamp Timestamp<MILLISECOND, UTC>',
        'is Bool',
        'inner.x Float64',
        'chains Utf8',
      ])
      expect(table.toArray().map((row) => Object.values(row?.toJSON() ?? {}))).toEqual([
        [
          'A, "b"',
          0.1,
          9_007_199_254_740_991n,
          1_760_054_400_000,
          Date.UTC(2025, 9, 10),
          Date.UTC(2025, 9, 10) + 250,
          true,
          -0.5,
          '["Base","x\\""]',
        ],
        ['', null, null, 0, null, Date.UTC(2025, 9, 10), false, null, '[]'],
      ])
    },
  )

  test('default: Parquet has the same types', async () => {
    const buffer = await write('data[]', schema, { data: items }, 'parquet')
    const file = new Uint8Array(buffer).buffer
    const [, ...columns] = parquetMetadata(file).schema
    expect(
      columns.map(({ name, type, converted_type }) => `${name} ${converted_type ?? type}`),
    ).toEqual([
      'name UTF8',
      'usd DOUBLE',
      'count INT64',
      'at TIMESTAMP_MILLIS',
      'day TIMESTAMP_MILLIS',
      'timestamp TIMESTAMP_MILLIS',
      'is BOOLEAN',
      'inner.x DOUBLE',
      'chains UTF8',
    ])
    expect((await parquetReadObjects({ file })).map((row) => Object.values(row))).toEqual([
      [
        'A, "b"',
        0.1,
        9_007_199_254_740_991n,
        new Date(1_760_054_400_000),
        new Date(Date.UTC(2025, 9, 10)),
        new Date(Date.UTC(2025, 9, 10) + 250),
        true,
        -0.5,
        '["Base","x\\""]',
      ],
      ['', null, null, new Date(0), null, new Date(Date.UTC(2025, 9, 10)), false, null, '[]'],
    ])
  })

  test.each(['arrow', 'arrow-stream', 'parquet'] as const)(
    'behavior: %s without rows can be read',
    async (format) => {
      const bytes = await write('data[]', schema, { data: [] }, format)
      if (format !== 'parquet') return expect(tableFromIPC(bytes).numRows).toBe(0)
      expect(await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).toEqual([])
    },
  )

  test('error: what is no time is never passed over', async () => {
    const days = Type.Array(shape({ day: dayText('Day') }))
    await expect(write('[]', days, [{ day: 'soon' }], 'arrow')).rejects.toThrow(
      'day is not a time: "soon".',
    )
  })
})

describe('slices', () => {
  test.each(['csv', 'ndjson', 'arrow', 'parquet'] as const)(
    'behavior: other work goes on while a long %s is written; its bytes are counted',
    async (format) => {
      const values = new Float64Array(300_000).map((_, index) => index / 3)
      const points = Type.Array(Type.Tuple([unixSec(), Type.Number()]))
      const response = list(
        tuple(
          computed(values.length, (row) => row),
          values,
        ),
      )
      let turns = 0
      let bytes = 0
      const timer = setInterval(() => turns++, 1)
      const table = compileTable('[](date,usd)', points)
      const body = await writeTable(table, response, {
        format,
        onBytes: (added) => {
          bytes += added
        },
      })
      clearInterval(timer)
      expect(turns).toBeGreaterThan(5)
      expect(bytes).toBeGreaterThan(body.length * 0.9)
      expect(bytes).toBeLessThan(body.length * 1.1)
    },
  )
})

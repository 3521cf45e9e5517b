import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { routes } from '../../app.ts'
import { unixSec } from '../described.ts'
import { mapOf, nullable, shape } from '../schemas.ts'
import { compileTable } from './table.ts'

function columnsOf(path: string, schema: Type.TSchema): string[] {
  return compileTable(path, schema).columns.map(({ name, kind }) => `${name} ${kind}`)
}

/** Operations that answer one record, one number or a matrix: nothing to put below each other. */
const WITHOUT_TABLE = {
  'coins.getBlock': 'one block',
  'dimensions.getMetric': 'one record of totals',
  'dimensions.getMetricChain': 'one record of totals',
  'dimensions.getMetricCategory': 'one record of totals',
  'dimensions.getMetricCategoryChain': 'one record of totals',
  'tvl.getCurrentTvl': 'one number',
  'tvl.getInflows': 'two timestamps and their difference',
  'equities.getStatements': 'matrices whose rows and columns are named apart from them',
  'equities.getSummary': 'one record',
  'equities.getSectorsOverview': 'one record',
  'equities.getSector': 'one record',
  'preIpo.getSummary': 'one record',
  'account.getUsage': 'one record of the caller',
  'app.postSession': 'no data',
  'app.deleteSession': 'no data',
  'keys.listKeys': 'for operators, who administer and do not analyse',
  'keys.postKey': 'one key',
  'keys.postKeyRotation': 'one key',
  'keys.deleteKey': 'one key',
  'keys.getKeyUsage': 'one record of a key',
  'meta.getCoverage': 'one record about a total, with lists of its members',
  'meta.getExport': 'a file with formats of its own',
  'meta.getProvenance': 'one figure and what it rests on',
  'meta.getStream': 'events without an end',
  'sql.postSql': 'has formats of its own: its columns are those of the statement',
}

test('behavior: every operation has a table, but for those that are no list or series', () => {
  const without = routes.flatMap(({ id, table }) => (table === undefined ? [id] : []))
  expect(without.sort()).toEqual(Object.keys(WITHOUT_TABLE).sort())
})

describe('columns', () => {
  test('default: members are columns, nested shapes too; lists and maps are JSON', () => {
    const item = shape({
      name: Type.String(),
      count: nullable(Type.Integer()),
      at: unixSec(),
      is: Type.Optional(Type.Boolean()),
      inner: nullable(shape({ usd: Type.Number(), deep: shape({ x: Type.Null() }) })),
      chains: Type.Array(Type.String()),
      byChain: mapOf(Type.Number(), 'USD by chain'),
    })
    expect(columnsOf('data[]', shape({ data: Type.Array(item) }))).toEqual([
      'name text',
      'count integer',
      'at time',
      'is boolean',
      'inner.usd number',
      'inner.deep.x text',
      'chains json',
      'byChain json',
    ])
  })

  test('behavior: members above the rows and names of maps are columns', () => {
    const points = Type.Array(Type.Tuple([unixSec(), Type.Number()]))
    const response = shape({ coins: mapOf(shape({ symbol: Type.String(), points }), 'By coin') })
    expect(columnsOf('coins{coin}<symbol>.points[](time,price)', response)).toEqual([
      'coin text',
      'symbol text',
      'time time',
      'price number',
    ])
  })

  test('behavior: nested maps in long form', () => {
    const byChain = mapOf(mapOf(Type.Number(), 'By protocol'), 'By chain')
    const response = Type.Array(Type.Tuple([unixSec(), byChain]))
    expect(columnsOf('[](date,*){chain}{protocol}=usd', response)).toEqual([
      'date time',
      'chain text',
      'protocol text',
      'usd number',
    ])
  })

  test('behavior: the forms of a response share their columns; whole and broken numbers mix', () => {
    const response = Type.Union([
      Type.Array(shape({ a: Type.Integer(), b: Type.String(), c: Type.String() })),
      shape({
        data: Type.Array(shape({ a: Type.Number(), d: Type.Boolean(), c: Type.Integer() })),
      }),
    ])
    expect(columnsOf('[] | data[]', response)).toEqual([
      'a number',
      'b text',
      'c text',
      'd boolean',
    ])
  })

  test('behavior: maps beside each other become one column each', () => {
    const figures = mapOf(Type.Number(), 'By peg')
    const response = Type.Array(shape({ date: unixSec(), minted: figures, bridged: figures }))
    expect(columnsOf('[]<date>*{peg}', response)).toEqual([
      'date time',
      'peg text',
      'minted number',
      'bridged number',
    ])
  })

  test.each([
    ['rows[]', 'there is no member rows.'],
    ['[](a,b)', 'a tuple has not 2 places.'],
    ['[]<a>=a', 'two columns are called a.'],
    ['[].a', 'A value that is no object needs a name'],
    ['[]?', 'is not a path of a table, from place 2 on.'],
  ])('error: %s leads nowhere', (path, message) => {
    expect(() => compileTable(path, Type.Array(shape({ a: Type.Number() })))).toThrow(message)
  })
})

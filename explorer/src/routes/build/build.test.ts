import { expect, test } from 'vitest'
import { daysUpTo, usesByOperation } from './key-uses.ts'
import { formOperations, pairsOf, parametersOf, valuesOf, withExamples } from './operation-form.ts'
import { chartedSeries, resultRows, rowsOfNdjson } from './result-rows.ts'

const document = {
  paths: {
    '/protocol/{protocol}': {
      servers: [],
      get: {
        operationId: 'getProtocol',
        tags: ['tvl'],
        summary: 'A protocol',
        parameters: [
          { name: 'protocol', required: true, schema: { type: 'string' }, example: 'harbor-swap' },
          { name: 'granularity', schema: { type: 'string', enum: ['day', 'week'] } },
          { name: 'full', schema: { type: 'boolean' }, example: true },
          { $ref: '#/components/parameters/asOf', name: '' },
        ],
        'x-tables': [{ columns: [{ name: 'date', type: 'time' }] }],
      },
    },
    '/prices': {
      post: {
        operationId: 'postPrices',
        tags: ['coins'],
        requestBody: { content: { 'application/json': { example: { coins: ['a'] } } } },
      },
    },
    '/sql': { post: { operationId: 'postSql' } },
    '/operator/keys': { post: { operationId: 'postKey' } },
    '/meta/stream': {
      get: {
        operationId: 'getStream',
        responses: { 200: { content: { 'text/event-stream': {} } } },
      },
    },
    '/new': { get: { operationId: 'heardOfByNobody' } },
  },
}

test('forms: operations that only read and end, with their own parameters', () => {
  const [only, prices, ...others] = formOperations(document)
  expect(others).toEqual([])
  expect(prices).toMatchObject({ id: 'postPrices', method: 'POST', fields: [{ name: 'body' }] })
  expect(prices && withExamples(prices, {})).toEqual({ body: '{\n  "coins": [\n    "a"\n  ]\n}' })
  expect(only).toMatchObject({ id: 'getProtocol', group: 'tvl', columns: [{ name: 'date' }] })
  expect(only?.fields.map(({ name, isRequired, options }) => [name, isRequired, options])).toEqual([
    ['protocol', true, []],
    ['granularity', false, ['day', 'week']],
    ['full', false, ['true', 'false']],
  ])
  if (only === undefined) throw new Error('no operation')
  expect(valuesOf(only, { full: 'true', day: '7' })).toEqual({ full: true, day: '7' })
  expect(withExamples(only, { full: 'true' })).toEqual({ full: 'true', protocol: 'harbor-swap' })
})

test('parameters in the URL, both ways', () => {
  const parameters = { protocol: 'a=b', start: '7' }
  expect(pairsOf({ ...parameters, end: '' })).toEqual(['protocol=a=b', 'start=7'])
  expect(parametersOf(pairsOf(parameters))).toEqual(parameters)
  expect(parametersOf(['nonsense', 'x='])).toEqual({})
})

test('rows of NDJSON: all columns, missing is null', () => {
  expect(
    rowsOfNdjson('{"a":1}\n{"a":2,"b":"x"}\n', (name) => (name === 'a' ? 'number' : undefined)),
  ).toEqual({
    columns: [
      { name: 'a', type: 'number' },
      { name: 'b', type: 'json' },
    ],
    rows: [
      [1, null],
      [2, 'x'],
    ],
  })
})

test('chart: a series a number, or a name; none without a time', () => {
  const time = { name: 'date', type: 'time' }
  const number = (name: string) => ({ name, type: 'number' })
  expect(
    chartedSeries({
      columns: [time, number('a'), number('b')],
      rows: [
        [60, 1, null],
        [120, 2, 5],
      ],
    }),
  ).toEqual([
    {
      name: 'a',
      points: [
        [60, 1],
        [120, 2],
      ],
    },
    {
      name: 'b',
      points: [
        [60, null],
        [120, 5],
      ],
    },
  ])
  const chain = { name: 'chain', type: 'text' }
  expect(
    chartedSeries({
      columns: [time, chain, number('v')],
      rows: [
        [60, 'Base', 1],
        [60, 'Blast', 2],
      ],
    }),
  ).toEqual([
    { name: 'Base', points: [[60, 1]] },
    { name: 'Blast', points: [[60, 2]] },
  ])
  expect(
    chartedSeries({
      columns: [{ name: 'hour', type: 'DateTime' }, number('v')],
      rows: [['1970-01-01 00:01:00', 3]],
    }),
  ).toEqual([{ name: 'v', points: [[60, 3]] }])
  expect(chartedSeries({ columns: [chain, number('v')], rows: [['Base', 1]] })).toEqual([])
})

test('use of keys: a series an operation, summed over keys, 0 on days without', () => {
  const use = (operation: string, day: string, requests: number) => ({ operation, day, requests })
  const days = daysUpTo(86_400_000, 2)
  expect(days).toEqual(['1970-01-01', '1970-01-02'])
  expect(
    usesByOperation([use('listChains', '1970-01-02', 3), use('listChains', '1970-01-02', 4)], days),
  ).toEqual([
    {
      name: 'listChains',
      points: [
        [0, 0],
        [86_400, 7],
      ],
    },
  ])
})

test('a result for files: every column of every row, nested values as JSON, missing is null', () => {
  const columns = ['name', 'tvl', 'chains'].map((name) => ({ name, type: 'json' }))
  const rows = [
    ['Harbor', 0, ['Base', 'Gnosis']],
    ['Pier', null],
  ]
  expect(resultRows({ columns, rows })).toEqual({
    head: ['name', 'tvl', 'chains'],
    rows: [
      ['Harbor', 0, '["Base","Gnosis"]'],
      ['Pier', null, null],
    ],
  })
})

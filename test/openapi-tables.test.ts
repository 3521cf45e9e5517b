import { describe, expect, test } from 'vitest'
import { routes, topics } from '../src/app.ts'
import { describeApi } from '../src/http/openapi/describe-api.ts'

const made = describeApi(routes, topics)

describe('tables', () => {
  const TYPES = [
    'text/csv',
    'application/x-ndjson',
    'application/vnd.apache.arrow.file',
    'application/vnd.apache.arrow.stream',
    'application/vnd.apache.parquet',
  ]
  const { paths } = made as { paths: Record<string, Record<string, Record<string, unknown>>> }
  const contentOf = (path: string, method = 'get') => {
    const responses = paths[path]?.[method]?.responses as Record<number, { content: object }>
    return Object.keys(responses[200]?.content ?? {})
  }

  test('default: a list has a format, five types besides JSON, and its columns', () => {
    expect(contentOf('/v2/historicalChainTvl')).toEqual(['application/json', ...TYPES])
    const operation = paths['/v2/historicalChainTvl']?.get
    expect(operation?.parameters).toContainEqual({ $ref: '#/components/parameters/format' })
    expect(operation?.['x-tables']).toEqual([
      {
        operation: 'getHistoricalTvl',
        columns: [
          { name: 'date', type: 'time' },
          { name: 'chain', type: 'text' },
          { name: 'tvl', type: 'number', unit: 'usd' },
        ],
      },
    ])
  })

  test('behavior: a response that is no list has none of them', () => {
    expect(contentOf('/tvl/{protocol}')).toEqual(['application/json'])
    expect(paths['/tvl/{protocol}']?.get).not.toHaveProperty('x-tables')
  })

  test('behavior: a statement responses in any of its formats', () => {
    expect(contentOf('/sql', 'post')).toEqual([
      'application/json',
      'text/csv',
      'application/x-ndjson',
      'application/vnd.apache.arrow.stream',
      'application/vnd.apache.parquet',
    ])
  })

  test('behavior: two operations at one path have a table each', () => {
    const tables = paths['/chart/{coinsOrPool}']?.get?.['x-tables']
    expect(tables).toMatchObject([{ operation: 'getPriceChart' }, { operation: 'getPoolChart' }])
  })
})

import { gunzipSync } from 'node:zlib'
import { tableFromIPC } from 'apache-arrow'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_ISO, NOW_SEC, TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import { protocols } from '../../domains/registry/facts.ts'
import { tvlRecords } from '../../domains/tvl/facts.ts'
import { acceptedFormat } from './format.ts'

let app: TestApp
let origin: string

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    { id: '1', name: 'Example Swap', symbol: '=1, "x"', category: 'Dexs' },
    { id: '2', name: 'Sample Lend', symbol: null, category: 'Lending' },
  ])
  await app.put(tvlRecords, [
    { protocol: '1', chain: 'ethereum', section: 'tvl', atSec: NOW_SEC - 600, tvlUsd: 1_000.25 },
    { protocol: '2', chain: 'base', section: 'tvl', atSec: NOW_SEC - 600, tvlUsd: 40 },
  ])
  origin = `http://127.0.0.1:${await app.listen()}`
})
afterAll(() => app.stop())

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } })

const CHAINS = [
  'aggregator_id,tvl,tokenSymbol,rankingSiteId,name,chainId',
  'ethereum,1000.25,ETH,1027,Ethereum,1',
  'ethereum,40,ETH,1027,Base,8453',
  '',
].join('\n')

describe('formats', () => {
  test('default: CSV of a list, with a name to save it under', async () => {
    const response = await ask('/v2/chains?format=csv')
    expect(await response.text()).toBe(CHAINS)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="listChains-2026-01-14.csv"',
    )
  })

  test('default: Arrow and Parquet with the same rows', async () => {
    const arrow = tableFromIPC(await (await ask('/v2/chains?format=arrow')).arrayBuffer())
    const file = await (await ask('/v2/chains?format=parquet')).arrayBuffer()
    const rows = [
      { name: 'Ethereum', tvl: 1_000.25, chainId: 1n },
      { name: 'Base', tvl: 40, chainId: 8453n, tokenSymbol: 'ETH' },
    ]
    expect(arrow.toArray().map((row) => row?.toJSON())).toMatchObject(rows)
    expect(await parquetReadObjects({ file })).toMatchObject(rows)
  })

  test('behavior: the name says what was requested, in characters that are safe', async () => {
    const response = await ask('/v2/historicalChainTvl/Ethereum?format=ndjson')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="getHistoricalChainTvl-Ethereum-2026-01-14.ndjson"',
    )
    const coins = await ask(`/prices/current/${encodeURIComponent('a:"/../x"\r\n;é')}?format=csv`)
    expect(coins.headers.get('content-disposition')).toBe(
      'attachment; filename="getCurrentPrices-a_.._x_-2026-01-14.csv"',
    )
  })

  test('behavior: fields choose the columns; a text is no formula', async () => {
    const response = await ask('/protocols?format=csv&fields=name,symbol,chains')
    expect(await response.text()).toBe(
      `name,symbol,chains
Example Swap,"'=1, ""x""","[""Ethereum""]"
Sample Lend,,"[""Base""]"
`,
    )
  })

  test('behavior: tables have the form of the contract, whatever older clients read', async () => {
    const [plain, older] = await Promise.all(
      ['', '&clientShapes=true'].map(async (more) =>
        (await ask(`/v2/historicalChainTvl?format=csv${more}`)).text(),
      ),
    )
    expect(older).toBe(plain)
  })

  test('behavior: with a key in the path', async () => {
    const response = await ask(`/${TEST_KEY}/api/v2/chains?format=csv`)
    expect(await response.text()).toBe(CHAINS)
    expect(response.headers.get('x-credits-remaining')).not.toBeNull()
  })

  test('error: 400 for an unknown format, naming those there are', async () => {
    const { status, body } = await app.get('/v2/chains?format=xml')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: expect.stringContaining('must be one of json, csv, ndjson, arrow, parquet'),
    })
  })

  test('error: 400 where the response has no rows; JSON is there', async () => {
    const { status, body } = await app.get('/tvl/example-swap?format=csv')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: expect.stringContaining('the response of tvl.getCurrentTvl is no list or series'),
    })
    expect((await app.get('/tvl/example-swap?format=json')).status).toBe(200)
  })
})

describe('caches', () => {
  test('behavior: one path gives JSON and tables, cached or not', async () => {
    const types: (string | null)[] = []
    for (const accept of ['*/*', 'text/csv', '*/*', 'text/csv', 'application/json']) {
      const response = await ask('/v2/chains', { accept })
      types.push(response.headers.get('content-type'))
      if (accept === 'text/csv') expect(await response.text()).toBe(CHAINS)
      else expect(await response.json()).toHaveLength(2)
    }
    const [json, csv] = types
    expect(types).toEqual([json, csv, json, csv, json])
    expect(json).toBe('application/json; charset=utf-8')
  })

  test('behavior: a URL that names its format keeps it, whatever is accepted', async () => {
    for (const accept of ['application/json', 'text/csv', '*/*']) {
      const response = await ask('/v2/chains?format=ndjson', { accept })
      expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    }
    const json = await ask('/v2/chains?format=json', { accept: 'text/csv' })
    expect(await json.json()).toHaveLength(2)
  })

  test('behavior: each format has its own tag, and a 304 of its own', async () => {
    const json = await ask('/v2/chains')
    const csv = await ask('/v2/chains', { accept: 'text/csv' })
    const tags = [json, csv].map(({ headers }) => String(headers.get('etag')))
    expect(tags[0]).not.toBe(tags[1])
    const statuses = tags.flatMap((tag) =>
      ['*/*', 'text/csv'].map(async (accept) => {
        const headers = { accept, 'if-none-match': tag }
        return (await ask('/v2/chains', headers)).status
      }),
    )
    expect(await Promise.all(statuses)).toEqual([304, 200, 200, 304])
  })

  test('behavior: caches are told of Accept where they may use a response unchecked', async () => {
    const vary = async (path: string) => (await ask(path)).headers.get('vary')
    expect(await vary('/v2/chains')).toBe('Accept-Encoding')
    expect(await vary('/v2/chains?format=csv')).toBe('Accept-Encoding, Accept')
    // A minute ago: nothing can change what was known then.
    const past = new Date(Date.parse(NOW_ISO) - 61_000).toISOString()
    expect(await vary(`/v2/chains?asOf=${past}`)).toBe('Accept-Encoding, Accept')
  })

  test('behavior: CSV travels compressed, Parquet as it is', async () => {
    const inject = (url: string) =>
      app.app.server.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    const csv = await inject('/protocols?format=ndjson')
    expect(csv.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(csv.rawPayload).toString()).toContain('"symbol":"=1, \\"x\\""')
    const parquet = await inject('/protocols?format=parquet')
    expect(parquet.headers['content-encoding']).toBeUndefined()
    expect(parquet.rawPayload.subarray(0, 4).toString()).toBe('PAR1')
  })
})

describe('parts', () => {
  const part = async (range: string, headers: Record<string, string> = {}) => {
    const response = await ask('/v2/chains?format=csv', { range, ...headers })
    return [response.status, response.headers.get('content-range'), await response.text()]
  }
  const { length } = CHAINS
  const whole = [200, null, CHAINS]

  test('default: the bytes that were requested', async () => {
    const head = await ask('/v2/chains?format=csv')
    expect(head.headers.get('accept-ranges')).toBe('bytes')
    expect(await part('bytes=0-4')).toEqual([206, `bytes 0-4/${length}`, CHAINS.slice(0, 5)])
    expect(await part('bytes=10-')).toEqual([
      206,
      `bytes 10-${length - 1}/${length}`,
      CHAINS.slice(10),
    ])
    expect(await part('bytes=-7')).toEqual([
      206,
      `bytes ${length - 7}-${length - 1}/${length}`,
      CHAINS.slice(-7),
    ])
    const compressed = { 'accept-encoding': 'gzip' }
    expect(await part('bytes=0-4', compressed)).toEqual(await part('bytes=0-4'))
  })

  test.each(['bytes=900-', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=-', 'lines=1-2', 'bytes=-0'])(
    'behavior: the whole for %s',
    async (range) => expect(await part(range)).toEqual(whole),
  )

  test('behavior: parts of another version are not given out, nor any of JSON', async () => {
    const tag = String((await ask('/v2/chains?format=csv')).headers.get('etag'))
    expect((await part('bytes=0-4', { 'if-range': tag }))[0]).toBe(206)
    expect(await part('bytes=0-4', { 'if-range': '"other"' })).toEqual(whole)
    const json = await ask('/v2/chains', { range: 'bytes=0-4' })
    expect([json.status, json.headers.get('accept-ranges')]).toEqual([200, null])
  })
})

describe('Accept', () => {
  test.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['text/*', 'json'],
    ['text/csv', 'csv'],
    ['TEXT/CSV; charset=utf-8', 'csv'],
    ['text/csv, */*', 'csv'],
    ['text/csv, application/json', 'json'],
    ['text/csv;q=0.5, application/json;q=0.4', 'csv'],
    ['text/csv;q=0.4, application/json;q=0.5', 'json'],
    ['text/csv;q=0.4, */*;q=0.5', 'json'],
    ['text/csv;q=0, application/json', 'json'],
    ['text/csv;q=0', 'json'],
    ['text/csv;q=much', 'json'],
    ['application/x-ndjson;q=0.2, text/csv;q=0.1', 'ndjson'],
    ['application/vnd.apache.arrow.stream', 'arrow-stream'],
    ['application/vnd.apache.arrow.file', 'arrow'],
    ['application/vnd.apache.parquet, */*;q=0.1', 'parquet'],
  ])('behavior: %j asks for %s', (accept, format) => {
    expect(acceptedFormat(accept)).toBe(format)
  })
})

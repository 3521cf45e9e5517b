import { describe, expect, test } from 'vitest'
import { prettyJson } from './pretty-json.js'
import { buildRequest } from './request.js'
import { listSamples } from './samples.js'

const parameters = [
  { name: 'coins', in: 'path', required: true, type: 'string' },
  { name: 'start', in: 'query', required: false, type: 'integer' },
  { name: 'names', in: 'query', required: false, type: 'string' },
  { name: 'others', in: 'query', required: false, type: 'object' },
]
const origin = 'http://localhost:1'
const build = (values, body) =>
  buildRequest(
    { method: body ? 'POST' : 'GET', path: '/a/{coins}', parameters },
    { values, body, origin },
  )

describe('request', () => {
  test('default', () => {
    const { url, values } = build({
      'path coins': 'ethereum:0xA,b c',
      'query start': '12',
      'query names': "BSC, it's",
      'query others': 'chain=base&day=a b',
    })
    expect(url).toBe(
      "http://localhost:1/a/ethereum:0xA,b%20c?start=12&names=BSC,%20it's&chain=base&day=a%20b",
    )
    expect(values).toEqual([
      ['coins', 'ethereum:0xA,b c'],
      ['start', 12],
      ['names', "BSC, it's"],
      ['others', { chain: 'base', day: 'a b' }],
    ])
  })
  test('behavior: an empty required parameter is missing, an empty optional one is not sent', () => {
    const { missing, url } = build({ 'path coins': '', 'query names': '' })
    expect(missing.map(({ name }) => name)).toEqual(['coins'])
    expect(url).toBe('http://localhost:1/a/{coins}')
  })
})

describe('samples', () => {
  const client = { group: 'coins', name: 'getPrices', needsKey: false }
  const samplesOf = (request, options = {}) =>
    Object.fromEntries(
      listSamples(request, {
        ...{ origin, needsKey: false, kind: 'response', client, statement: undefined },
        ...options,
      }).map(({ id, text }) => [id, text]),
    )

  test('default: the key is a variable in each of them', () => {
    const request = build({ 'path coins': "it's" })
    const samples = samplesOf(request, { needsKey: true, statement: 'SELECT 1' })
    expect(samples.curl).toBe(`curl -H "X-API-Key: $ALMANAC_KEY" 'http://localhost:1/a/it'\\''s'`)
    expect(samples.client).toContain("key: process.env.ALMANAC_KEY ?? ''")
    expect(samples.client).toContain("client.coins.getPrices({ coins: 'it\\'s' })")
    expect(samples.fetch).toContain("headers: { 'X-API-Key': process.env.ALMANAC_KEY ?? '' }")
    expect(samples.python).toContain('import json, os, urllib.request')
    expect(samples.python).toContain('headers={"X-API-Key": os.environ["ALMANAC_KEY"]}')
    expect(samples.sql).toBe('SELECT 1')
  })
  test('behavior: nothing about a key where none is needed, and no SQL without a fact', () => {
    const samples = samplesOf(build({ 'path coins': 'a' }))
    expect(Object.keys(samples)).toEqual(['curl', 'client', 'fetch', 'python'])
    for (const text of Object.values(samples)) expect(text).not.toContain('KEY')
  })
  test('behavior: a body is written as each language writes it', () => {
    const request = build({ 'path coins': 'a' }, '{"a":[true,null,"x"]}')
    const samples = samplesOf(request)
    expect(samples.curl).toContain(`--data '{"a":[true,null,"x"]}'`)
    expect(samples.client).toContain('body: {"a":[true,null,"x"]}')
    expect(samples.python).toContain('data=json.dumps({"a": [True, None, "x"]}).encode()')
  })
  test('behavior: a stream is read as it comes, a file as bytes', () => {
    const request = build({ 'path coins': 'a' })
    expect(samplesOf(request, { kind: 'stream' }).curl).toMatch(/^curl -N /)
    expect(samplesOf(request, { kind: 'stream' }).python).toContain('for line in response:')
    expect(samplesOf(request, { kind: 'file' }).client).toContain("client.response('getPrices'")
  })
})

describe('prettyJson', () => {
  test('behavior: figures stand as they were sent', () => {
    expect(prettyJson('{"a":1.10,"b":[],"c":["x, {y}\\"",2]}', 1000).text).toBe(
      '{\n  "a": 1.10,\n  "b": [],\n  "c": [\n    "x, {y}\\"",\n    2\n  ]\n}',
    )
  })
  test('behavior: stops at the limit', () => {
    expect(prettyJson('[1,2,3]', 6)).toEqual({ text: '[\n  1,', truncated: true })
  })
})

import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { at } from '../../lib/at.ts'
import { defineRoute } from '../route.ts'
import { describeForm } from './describe-form.ts'
import { listEntries } from './entries.ts'
import { exampleSamples } from './form-request.ts'
import {
  exampleText,
  listSamples,
  type SampleOptions,
  type SampleRequest,
  tableSamples,
  typedValue,
} from './samples.ts'

const origin = 'http://localhost:1'
const client = { group: 'coins', name: 'getPrices', needsKey: false }

describe('the request of the examples', () => {
  const parameter = (schema: object, example: unknown, required = true) => ({
    ...{ describe: '', schema: { ...schema }, example, required },
    parse: (text: string | undefined) => text,
  })
  const route = defineRoute({
    id: 'test.getExample',
    summary: '',
    describe: '',
    paths: { free: '/a/{coins}' },
    params: { coins: parameter({ type: 'string' }, 'ethereum:0xA,b c') },
    query: {
      start: parameter({ type: 'integer' }, 12),
      names: parameter({ type: 'string' }, ['BSC', "it's"]),
      day: parameter({ type: 'string' }, 'x', false),
    },
    response: Type.String(),
    example: '',
    reads: [],
    handler: async () => '',
  })
  const [form] = at(listEntries([route]), 0).forms
  const samples = exampleSamples(form, describeForm(form, 0), { origin, statement: undefined })
  const texts = new Map(samples.map(({ id, text }) => [id, text]))

  test('default: signs that are legal stand as they are', () => {
    const url = `"http://localhost:1/a/ethereum:0xA,b%20c?start=12&names=BSC,it's"`
    expect(texts.get('python')).toContain(url)
    const values = "{ coins: 'ethereum:0xA,b c', start: 12, names: 'BSC,it\\'s' }"
    expect(texts.get('client')).toContain(values)
  })
  test('behavior: what is not required is not sent', () => {
    expect([...texts.values()].join()).not.toContain('day')
  })
})

describe('values', () => {
  test.each([
    ['integer', '12', 12],
    ['integer', 'x', 'x'],
    ['boolean', 'true', true],
    ['string', '12', '12'],
    ['object', 'chain=base&day=a b', { chain: 'base', day: 'a b' }],
  ])('behavior: %s %s', (type, text, value) => {
    expect(typedValue(type, text)).toEqual(value)
  })
  test('behavior: an example as it is written into a field', () => {
    const texts = [['a', 'b'], { chain: 'base', day: 'x' }, 7, null].map(exampleText)
    expect(texts).toEqual(['a,b', 'chain=base&day=x', '7', ''])
  })
})

describe('samples', () => {
  const build = (coins: string, body?: string): SampleRequest => ({
    ...{ method: body === undefined ? 'GET' : 'POST', url: `${origin}/a/${coins}`, body },
    values: [['coins', coins]],
  })
  const samplesOf = (request: SampleRequest, options: Partial<SampleOptions> = {}) =>
    Object.fromEntries(
      listSamples(request, {
        ...{ origin, needsKey: false, kind: 'response', client },
        ...options,
      }).map(({ id, text }) => [id, text]),
    )

  test('default: the key is a variable in each of them', () => {
    const request = build("it's")
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
    const samples = samplesOf(build('a'))
    expect(Object.keys(samples)).toEqual(['curl', 'client', 'fetch', 'python'])
    for (const text of Object.values(samples)) expect(text).not.toContain('KEY')
  })
  test('behavior: a body is written as each language writes it', () => {
    const request = build('a', '{"a":[true,null,"x"]}')
    const samples = samplesOf(request)
    expect(samples.curl).toContain(`--data '{"a":[true,null,"x"]}'`)
    expect(samples.client).toContain('body: {"a":[true,null,"x"]}')
    expect(samples.python).toContain('data=json.dumps({"a": [True, None, "x"]}).encode()')
  })
  test('behavior: a stream is read as it comes, a file as bytes', () => {
    const request = build('a')
    expect(samplesOf(request, { kind: 'stream' }).curl).toMatch(/^curl -N /)
    expect(samplesOf(request, { kind: 'stream' }).python).toContain('for line in response:')
    expect(samplesOf(request, { kind: 'file' }).client).toContain("client.response('getPrices'")
  })
  test('behavior: a table is read by URL; quotes cannot end a text', () => {
    expect(tableSamples(`${origin}/protocol/o'hara?start=7`).map(({ text }) => text)).toEqual([
      "SELECT * FROM url('http://localhost:1/protocol/o''hara?start=7&format=parquet', Parquet)",
      `=IMPORTDATA("http://localhost:1/protocol/o'hara?start=7&format=csv")`,
    ])
    expect(tableSamples('http://x/a')[1]?.text).toBe('=IMPORTDATA("http://x/a?format=csv")')
  })
})

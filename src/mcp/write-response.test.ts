import { expect, test } from 'vitest'
import { createClient } from '../../packages/client/src/index.ts'
import { Inquiry } from './inquiry.ts'
import { tools } from './tools/index.ts'
import { MAX_RESPONSE_BYTES, writeResponse } from './write-response.ts'

const [tool] = tools
if (tool === undefined) throw new Error('There is no tool.')

const inquiryOf = () =>
  new Inquiry(
    createClient({ baseUrl: 'http://127.0.0.1:9' }),
    { asOf: '2026-01-14', nowSec: 1_768_348_800 },
    new AbortController().signal,
  )
const write = (data: Record<string, unknown>, inquiry = inquiryOf()) => {
  const text = writeResponse(data, inquiry, tool)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_RESPONSE_BYTES)
  return JSON.parse(text) as {
    omitted?: { list: string; shown: number; of: number }[]
    data: Record<string, unknown[]>
  }
}

test('default: a short response is whole, and says nothing of what it lacks', () => {
  expect(write({ rows: [1, 2] })).toMatchObject({ data: { rows: [1, 2] } })
  expect(write({ rows: [1, 2] }).omitted).toBeUndefined()
})

test('behavior: a long list is cut from its end, and both counts are told', () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({ index, name: 'ä'.repeat(20) }))
  const { omitted, data } = write({ rows, few: [1] })
  const shown = data.rows?.length ?? 0
  expect(omitted).toMatchObject([
    { list: 'data.rows', shown, of: 5_000, toGetTheRest: tool.narrow },
  ])
  expect(data.rows?.[0]).toMatchObject({ index: 0 })
  // 16,000 bytes hold some 250 rows of 60 bytes; at least 0.8 of what would fit is there.
  expect(shown).toBeGreaterThan(160)
  expect(data.few).toEqual([1])
})

test('behavior: rows beyond the limit of a request count as left out', () => {
  const inquiry = inquiryOf()
  const { omitted } = write(inquiry.list('rows', [1, 2, 3], 2), inquiry)
  expect(omitted).toMatchObject([{ list: 'data.rows', shown: 2, of: 3 }])
})

test('error: what no list makes long cannot be given', () => {
  const members = Array.from({ length: 2_000 }, (_, index) => [`name ${index}`, index])
  expect(() => write({ map: Object.fromEntries(members) })).toThrow('too long')
})

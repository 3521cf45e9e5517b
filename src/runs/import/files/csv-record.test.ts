import { describe, expect, test } from 'vitest'
import { fieldsOf, nextRecord } from './csv-record.ts'

describe('nextRecord', () => {
  const cases: [string, number, number, string | undefined][] = [
    ['a,b\nc', 4, 2, undefined],
    ['a,b\r\nc', 5, 2, undefined],
    ['"a,b",c\n', 8, 2, undefined],
    ['"a\nb",c\nd', 8, 2, undefined],
    ['"a""b",c\n', 9, 2, undefined],
    [' "a" , b \n', 10, 2, undefined],
    ['a"b,c\n', 6, 2, undefined],
    ['\nx', 1, 1, undefined],
    ['"a"b,c\nd', 7, 1, 'text after a closing quote'],
    ['"a,b\nc', 6, 1, 'a quote is opened and never closed'],
  ]
  for (const [text, end, fields, problem] of cases) {
    test(`behavior: ${JSON.stringify(text)}`, () => {
      expect(nextRecord(Buffer.from(text), 0)).toMatchObject({ end, fields, problem })
    })
  }

  test('behavior: a record that the text cuts off is open', () => {
    expect(nextRecord(Buffer.from('a,b'), 0).open).toBe(true)
    expect(nextRecord(Buffer.from('a,"b'), 0).open).toBe(true)
    expect(nextRecord(Buffer.from('a,b\n'), 0).open).toBe(false)
  })
})

test('behavior: fieldsOf unquotes and trims', () => {
  const record = Buffer.from('"a ""b""", c ,"d, e",\r\n')
  expect(fieldsOf(record)).toEqual(['a "b"', 'c', 'd, e', ''])
})

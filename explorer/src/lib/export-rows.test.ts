import { expect, test } from 'vitest'
import { EXPORTS, fileName, toClipboard, toNdjson } from './export-rows.ts'

const exported = {
  head: ['time', 'a "b"', '=c'],
  rows: [
    ['2026-01-01T00:00:00.000Z', 1.5, null],
    ['2026-01-02T00:00:00.000Z', undefined, '=1+1'],
  ],
}

test('NDJSON: a row a line, missing is null', () => {
  expect(toNdjson(exported)).toBe(
    '{"time":"2026-01-01T00:00:00.000Z","a \\"b\\"":1.5,"=c":null}\n' +
      '{"time":"2026-01-02T00:00:00.000Z","a \\"b\\"":null,"=c":"=1+1"}\n',
  )
})

test('CSV and clipboard: with the head, formulas as text', () => {
  expect(EXPORTS.CSV.write(exported)).toBe(
    'time,"a ""b""",\'=c\r\n2026-01-01T00:00:00.000Z,1.5,\r\n2026-01-02T00:00:00.000Z,,\'=1+1\r\n',
  )
  expect(toClipboard(exported).split('\n')[1]).toBe('2026-01-01T00:00:00.000Z\t1.5\t')
})

test('names of files', () => {
  expect(fileName('Value locked in <Wren> & Co.')).toBe('value-locked-in-wren-co')
})

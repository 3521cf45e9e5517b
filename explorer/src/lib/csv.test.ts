import { expect, test } from 'vitest'
import { toCsv, toTsv } from './csv.ts'

test('quotes, line breaks and commas; missing, empty and zero differ', () => {
  const rows = [
    ['a "b"', 'c,d', null],
    ['', 0, undefined],
    ['x\ny', -1.5, true],
  ]
  expect(toCsv(['one', 'two', 'three'], rows)).toBe(
    'one,two,three\r\n"a ""b""","c,d",\r\n"",0,\r\n"x\ny",-1.5,true\r\n',
  )
})

test('formulas are marked as text, numbers are not', () => {
  expect(toCsv(['n'], [['=1+1'], ['-3'], [-3], ['@x'], ['+x']])).toBe(
    "n\r\n'=1+1\r\n'-3\r\n-3\r\n'@x\r\n'+x\r\n",
  )
})

test('cells of a clipboard hold no tabs', () => {
  expect(
    toTsv([
      ['a\tb', 1],
      [null, '=x'],
    ]),
  ).toBe("a b\t1\n\t'=x")
})

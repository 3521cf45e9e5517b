import { describe, expect, test } from 'vitest'
import {
  allOf,
  identifier,
  identifiers,
  joinSql,
  literal,
  quotedIdentifier,
  Sql,
  sql,
  statementText,
  withNumber,
  writtenByEngine,
} from './sql.ts'

test('default: a statement from names, literals, numbers and other statements', () => {
  const where = allOf([sql`coin = ${literal("o'brien")}`, sql`atSec > ${-5}`])
  expect(
    sql`SELECT ${identifiers(['coin', 'atSec'])} FROM ${identifier('almanac', 'fact_prices')} WHERE ${where}`
      .text,
  ).toBe("SELECT coin, atSec FROM almanac.fact_prices WHERE coin = 'o\\'brien' AND atSec >  -5")
  expect(allOf([]).text).toBe('1')
  expect(joinSql([1, 2], sql` + `).text).toBe('1 + 2')
  expect(withNumber(sql`run <= {run:UInt32}`, '{run:UInt32}', 7).text).toBe('run <= 7')
})

describe('text never becomes SQL', () => {
  test.each([
    ["'", "'\\''"],
    ['\\', "'\\\\'"],
    ["\\'; DROP TABLE a --", "'\\\\\\'; DROP TABLE a --'"],
    ['\0', "'\\0'"],
  ])('behavior: the literal of %j', (text, expected) => {
    expect(literal(text).text).toBe(expected)
  })

  test.each(['`', '\\`', 'a`; SELECT 1; -- ', '\0', 'a"b'])(
    'behavior: %j as a quoted name',
    (name) => {
      const { text } = quotedIdentifier(name)
      expect(text).toMatch(/^`(?:[^`\\]|\\.)*`$/s)
      expect(statementText(sql`SELECT ${quotedIdentifier(name)}`)).toBe(`SELECT ${text}`)
    },
  )

  test.each(['', 'a b', 'a;b', 'a`', '1a', 'a.b', 'a\nb', 'ä'])(
    'error: %j is no plain name',
    (name) => {
      expect(() => identifier(name)).toThrow('is no plain name')
    },
  )

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('error: %d is no number', (value) => {
    expect(() => sql`SELECT ${value}`).toThrow('SQL has no number')
  })

  test('error: neither text nor an object that looks like SQL is a part', () => {
    expect(() => sql`SELECT ${'1; DROP TABLE a' as unknown as number}`).toThrow('SQL has no number')
    expect(() => sql`SELECT ${{ text: '1' } as unknown as number}`).toThrow('SQL has no number')
    expect(() => statementText({ text: 'SELECT 1' } as unknown as Sql)).toThrow('SQL is made by')
    expect(() => statementText('SELECT 1' as unknown as Sql)).toThrow('SQL is made by')
    expect(() => new Sql(Symbol('sql') as never, 'SELECT 1')).toThrow('SQL is made by')
    expect(() => sql(['SELECT 1'] as unknown as TemplateStringsArray)).toThrow('SQL is a template')
  })
})

describe('one statement at a time', () => {
  test.each([
    'SELECT 1; SELECT 2',
    'SELECT 1;',
    "SELECT 'a'; DROP TABLE a -- '",
    'SELECT 1 /* ; */; SELECT 2',
    "SELECT 'it''s'; SELECT 2",
    'SELECT `a`; SELECT 2',
    "SELECT $$'$$; SELECT 2 -- '",
    "SELECT 1 # '\n; SELECT 2 -- '",
  ])('error: %s', (text) => {
    expect(() => statementText(writtenByEngine(text))).toThrow('One statement at a time')
  })

  test.each([
    "SELECT ';'",
    'SELECT `;`',
    'SELECT ";"',
    'SELECT 1 -- ;',
    'SELECT /* ; */ 1',
    'SELECT $$;$$',
  ])('behavior: %s is one', (text) => {
    expect(statementText(writtenByEngine(text))).toBe(text)
  })

  test('behavior: a literal may be long', () => {
    const long = `${';'.repeat(32 << 20)}${"'\\".repeat(1 << 18)}`
    expect(statementText(sql`SELECT ${literal(long)}`).length).toBeGreaterThan(long.length)
  })
})

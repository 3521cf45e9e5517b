import { describe, expect, test } from 'vitest'
import { hostileStatements } from '../../test/support/sql/hostile-to-engine.ts'
import { requireNoFileAccess, requireOnlyFiles } from './file-access.ts'
import { tokensOf } from './sql-tokens.ts'

describe('tokensOf', () => {
  const texts = (sql: string) => tokensOf(sql)?.map(({ text }) => text)

  test('behavior: comments and spaces are no tokens, texts and quoted names are one', () => {
    expect(texts("SELECT/* a * / b **/'it''s',`a b` -- c\n, \"x\" # d\n, $t$ ' $t$")).toEqual([
      ...['SELECT', "'it''s'", ',', '`a b`', ',', '"x"', ',', "$t$ ' $t$"],
    ])
    expect(texts("'a\\'b\\\\'x")).toEqual(["'a\\'b\\\\'", 'x'])
  })

  test.each([
    ["a text that does not end: '", "SELECT 'a"],
    ['a comment that does not end', 'SELECT /* 1'],
    ['a comment in a comment', "SELECT /* /* */ ' */ file('x') -- '"],
    ['an escape in a name', 'SELECT `fil\\x65`'],
    ['quotes beyond ASCII', 'SELECT “file”'],
    ['a space beyond ASCII', 'SELECT\u00a01'],
    ['a dollar sign in a word', "SELECT a$x$ ' $x$"],
    ['a NUL character', 'SELECT 1\0'],
  ])('behavior: not certain: %s', (_, sql) => {
    expect(tokensOf(sql)).toBeUndefined()
  })
})

test.each(hostileStatements('/tmp/secret.csv', '/tmp/output.csv'))('error: %s', (sql) => {
  expect(() => requireNoFileAccess(sql)).toThrow('The engine runs no statement with')
  expect(() => requireOnlyFiles(sql, ['/tmp/other.csv'])).toThrow()
})

test.each([
  'SELECT url, "file", format FROM a.t WHERE engine = \'File\' AND view IN (1, 2)',
  "SELECT 'file(1) INTO OUTFILE ; x', `my file` AS raw_0 FROM a.url",
  "INSERT INTO a.t (a, b) VALUES ('SELECT file(1); x', NULL), ('it\\'s', 1)",
  'INSERT INTO a.merge (file_name, url) SELECT 1, 2',
  'CREATE OR REPLACE TABLE a.t (a String DEFAULT 1) ENGINE = MergeTree ORDER BY a',
  'CREATE TABLE IF NOT EXISTS a.x AS a.y',
  'EXPLAIN AST SELECT file(1)',
  "SELECT format('{}-{}', id, name) AS parallel FROM protocols",
  'INSERT INTO a.file (a) SELECT x.url FROM a.x',
  "INSERT INTO a.t SELECT * FROM format(JSONCompactEachRow, 'a String, `b` UInt8', '[\\'x\\', 1]')",
  '(SELECT 1) UNION ALL (SELECT number FROM numbers(10))',
  'CHECK TABLE a.t SETTINGS check_query_single_value_result = 0',
])('behavior: runs %s', (sql) => {
  expect(() => requireNoFileAccess(sql)).not.toThrow()
})

test('behavior: a path may hold quotes, and a column any name', () => {
  const path = "/tmp/it's.csv"
  const sql =
    "SELECT `file` AS raw_0 FROM file('/tmp/it\\'s.csv', 'CSV', '`file` Nullable(String), `a \\' DEFAULT` String')"
  expect(() => requireOnlyFiles(sql, [path])).not.toThrow()
  expect(() => requireOnlyFiles(sql, ['/tmp/its.csv'])).toThrow()
})

test('behavior: long lists of rows cost little', () => {
  const row = "('ethereum:0xabcdefabcdefabcdefabcdefabcdef', 1700000000, 12.5, NULL, 'some text')"
  const rows = Array.from({ length: 10_000 }, () => row).join(', ')
  const startedMs = performance.now()
  requireNoFileAccess(`INSERT INTO a.t (a, b, c, d, e) VALUES ${rows}`)
  requireNoFileAccess(`INSERT INTO a.t (a, b, c, d, e) VALUES ${rows}, ('it\\'s', 1, 1, 1, 1)`)
  expect(performance.now() - startedMs).toBeLessThan(20_000)
})

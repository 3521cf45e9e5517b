import { functionsThatReachOut } from './hostile-functions.ts'
import { foreignTables, tableFunctions } from './hostile-tables.ts'

/** Statements that reach for more than the views, by what they try; none may run. */
export interface Hostile {
  readonly family: string
  readonly statement: string
  /** What the one sentence of the refusal says. */
  readonly refusal: RegExp
}

const NO_VIEW = /^There is no view /
const NO_FUNCTION = /^The function \S+ is not offered\./
const NO_TABLE_FUNCTION = /^\w+\(…\) is not offered/
const NO_SELECT = /^Only one SELECT statement can be run/
const INVALID = /^The statement is invalid: /
// A server says so itself.
const NOT_RUN = /^The (engine runs no statement with|statement is invalid: )/
const NO_SETTINGS = /^SETTINGS cannot be given/

/** `file` and `url` hold a word that no response may show. */
export function hostileStatements(file: string, url: string): Hostile[] {
  const family = (name: string, refusal: RegExp, statements: readonly string[]): Hostile[] =>
    statements.map((statement) => ({ family: name, statement, refusal }))
  return [
    ...family('table functions', NO_TABLE_FUNCTION, tableFunctions(file, url)),
    ...family('tables of the engine', NO_VIEW, foreignTables(file)),
    ...family('functions', NO_FUNCTION, functionsThatReachOut(file)),
    ...family('other statements', NO_SELECT, otherStatements(file)),
    ...family('several statements', INVALID, [
      'SELECT 1; SELECT 2',
      'SELECT 1;; SELECT 2',
      'SELECT 1; DROP TABLE almanac.fact_prices',
      'SELECT 1 /* ; */; SELECT * FROM system.tables',
      'SELECT 1 -- \n; SELECT 2',
      'SELECT 1); SELECT (2',
      'SELECT 1)) UNION ALL SELECT * FROM ((SELECT 2',
      'SELECT 1) LIMIT 5; SELECT * FROM system.one WHERE (1',
      'SELECT * FROM (SELECT 1',
      'SELECT 1 # \n; DROP DATABASE almanac',
      'SELECT 1 \\G SELECT 2',
      "SELECT 'a'; INSERT INTO almanac.fact_prices VALUES (1)",
    ]),
    ...family('settings', NO_SETTINGS, [
      'SELECT 1 SETTINGS max_threads = 1',
      'SELECT 1 FROM protocols SETTINGS max_execution_time = 10',
      'SELECT * FROM (SELECT 1 SETTINGS readonly = 1)',
      'WITH a AS (SELECT 1 SETTINGS readonly = 1) SELECT * FROM a',
      'SELECT 1 WHERE 1 IN (SELECT 1 SETTINGS readonly = 1)',
      'SELECT 1 UNION ALL SELECT 2 SETTINGS readonly = 1',
    ]),
    ...family('settings that differ', /^(SETTINGS cannot|The statement reaches beyond)/, [
      'SELECT 1 SETTINGS max_memory_usage = 0',
      'SELECT 1 SETTINGS readonly = 0',
      'SELECT 1 SETTINGS allow_introspection_functions = 1',
      'SELECT * FROM (SELECT 1 SETTINGS max_result_rows = 0)',
      'SELECT 1 SETTINGS max_execution_time = 0, readonly = 2',
      "SELECT 1 SETTINGS additional_result_filter = '1'",
    ]),
    ...family('output to files, statements at once', NOT_RUN, [
      `SELECT 1 INTO OUTFILE '${file}.out'`,
      `SELECT 1 INTO OUTFILE '${file}.out' TRUNCATE FORMAT CSV`,
      `SELECT 1 INTO OUTFILE '${file}.out' APPEND`,
      `SELECT * FROM (SELECT 1 INTO OUTFILE '${file}.out')`,
      'SELECT 1 PARALLEL WITH SELECT 2',
    ]),
    ...family('output', INVALID, [
      'SELECT 1 FORMAT CSV',
      'SELECT 1 FORMAT Null',
      'SELECT * FROM protocols FORMAT Parquet',
      'SELECT * FROM (SELECT 1 FORMAT CSV)',
      'SELECT 1 FORMAT Template',
    ]),
    ...family('unseen parts', /^(APPLY|REPLACE|SAMPLE) is not offered|^A statement cannot hold/, [
      'SELECT * APPLY(sleep) FROM protocols',
      'SELECT * APPLY(x -> file(x)) FROM protocols',
      "SELECT COLUMNS('.*') FROM protocols",
      "SELECT COLUMNS('a') APPLY(hostName) FROM protocols",
      'SELECT * REPLACE(hostName() AS name) FROM protocols',
      'SELECT * FROM protocols SAMPLE 1/10',
      'SELECT * FROM protocols SAMPLE 1/10 OFFSET 1/2',
    ]),
    ...family('names that look like others', NO_VIEW, disguisedNames()),
    ...family('names with escapes', /^(There is no view|The engine runs no statement with text)/, [
      'SELECT * FROM `x\\n      TableIdentifier protocols`',
    ]),
    ...family('broken texts', INVALID, brokenTexts()),
    ...family('empty texts', /^The statement is (empty|invalid)/, [
      '',
      ' ',
      '\n',
      ';',
      ';;',
      '--',
      '/* */',
    ]),
    ...family('long texts', /^The statement is longer than/, [
      `SELECT '${'a'.repeat(100_000)}'`,
      `SELECT ${'1 + '.repeat(50_000)}1`,
      ' '.repeat(900_000),
    ]),
    ...family('deep texts', /^The statement is (nested too deeply|invalid)/, [
      `SELECT ${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
      `SELECT ${'['.repeat(5_000)}1${']'.repeat(5_000)}`,
      `SELECT ${'NOT '.repeat(10_000)}1`,
      `SELECT ${'- '.repeat(20_000)}1`,
      `${'SELECT * FROM ('.repeat(2_000)}SELECT 1${')'.repeat(2_000)}`,
      `SELECT ${'if(1,'.repeat(3_000)}1${',2)'.repeat(3_000)}`,
      `SELECT ${'toString('.repeat(3_000)}1${')'.repeat(3_000)}`,
    ]),
  ]
}

function otherStatements(file: string): string[] {
  return [
    "INSERT INTO almanac.fact_protocols (id) VALUES ('1')",
    'INSERT INTO almanac.fact_protocols SELECT * FROM almanac.fact_protocols',
    `INSERT INTO FUNCTION file('${file}.out') SELECT 1`,
    'CREATE TABLE a (b Int8) ENGINE = Memory',
    'CREATE DATABASE a',
    'CREATE VIEW a AS SELECT 1',
    'CREATE TEMPORARY TABLE a AS SELECT 1',
    'CREATE FUNCTION a AS x -> x',
    "CREATE USER a IDENTIFIED BY 'b'",
    'CREATE DICTIONARY a (b Int8) PRIMARY KEY b SOURCE(NULL()) LAYOUT(FLAT()) LIFETIME(0)',
    'DROP TABLE almanac.fact_prices',
    'DROP DATABASE almanac',
    'UNDROP TABLE almanac.fact_prices',
    'TRUNCATE TABLE almanac.fact_prices',
    'ALTER TABLE almanac.fact_prices DELETE WHERE 1',
    'ALTER TABLE almanac.fact_prices DROP COLUMN priceUsd',
    'DELETE FROM almanac.fact_prices WHERE 1',
    'UPDATE almanac.fact_prices SET priceUsd = 0 WHERE 1',
    'RENAME TABLE almanac.fact_prices TO almanac.a',
    'EXCHANGE TABLES almanac.fact_prices AND almanac.fact_protocols',
    'OPTIMIZE TABLE almanac.fact_prices FINAL',
    'ATTACH TABLE a',
    'DETACH TABLE almanac.fact_prices',
    'KILL QUERY WHERE 1',
    'KILL MUTATION WHERE 1',
    'SYSTEM SHUTDOWN',
    'SYSTEM FLUSH LOGS',
    'SYSTEM STOP MERGES',
    'SET readonly = 0',
    'SET max_threads = 1',
    'SET param_a = 1',
    'SET ROLE a',
    'USE system',
    'SHOW TABLES',
    'SHOW DATABASES',
    'SHOW CREATE TABLE almanac.fact_prices',
    'SHOW PROCESSLIST',
    'SHOW GRANTS',
    "SHOW SETTINGS LIKE 'a'",
    'SHOW COLUMNS FROM almanac.fact_prices',
    'SHOW FUNCTIONS',
    'SHOW ENGINES',
    'DESCRIBE TABLE almanac.fact_prices',
    `DESCRIBE TABLE file('${file}')`,
    'DESC (SELECT 1)',
    'EXISTS TABLE almanac.fact_prices',
    'EXISTS DATABASE almanac',
    'CHECK TABLE almanac.fact_prices',
    'CHECK GRANT SELECT ON *.*',
    'GRANT ALL ON *.* TO a',
    'REVOKE ALL ON *.* FROM a',
    "BACKUP TABLE almanac.fact_prices TO File('a')",
    "RESTORE TABLE almanac.fact_prices FROM File('a')",
    'BEGIN TRANSACTION',
    'COMMIT',
    'WATCH a',
    'EXECUTE AS a SELECT 1',
    'COPY a FROM b',
    'EXPLAIN AST SELECT 1',
    'EXPLAIN SYNTAX SELECT 1',
    'EXPLAIN QUERY TREE SELECT 1',
    'EXPLAIN PIPELINE SELECT 1',
    'EXPLAIN ESTIMATE SELECT 1',
    'EXPLAIN PLAN actions = 1 SELECT 1',
    'EXPLAIN TABLE OVERRIDE mysql() COLUMNS (a Int8)',
    'EXPLAIN INSERT INTO almanac.fact_prices SELECT 1',
    'EXPLAIN SYSTEM SHUTDOWN',
  ]
}

function disguisedNames(): string[] {
  return [
    'SELECT * FROM `protocols `',
    'SELECT * FROM `protocols\\0`',
    'SELECT * FROM Protocols',
    'SELECT * FROM PROTOCOLS',
    'SELECT * FROM `prоtocols`', // the second letter is Cyrillic
    'SELECT * FROM `рrotocols`', // the first one is
    'SELECT * FROM `system.tables`',
    'SELECT * FROM `almanac.fact_prices`',
    'SELECT * FROM `almanac`.`fact_protocols`',
    'SELECT * FROM "almanac.fact_prices"',
    'SELECT * FROM protocols_versions_versions',
    'SELECT * FROM _versions',
    'SELECT * FROM `protocols(1)`',
    'SELECT * FROM `protocols; DROP TABLE a`',
    'SELECT * FROM `a AS (`',
    'SELECT * FROM `protocols -- `',
    'SELECT * FROM `\u202eprotocols`',
    'SELECT * FROM `prot\u200bocols`',
    'SELECT * FROM "protocols\u0301"',
  ]
}

function brokenTexts(): string[] {
  return [
    'SELECT',
    'SELECT FROM',
    'SELEC 1',
    'SELECT 1 FROM',
    "SELECT 'a",
    'SELECT "a',
    'SELECT `a',
    'SELECT 1 /* a',
    'SELECT $a$ b',
    'SELECT 1\u0000',
    '\u0000SELECT 1',
    "SELECT '\u0000' \u0000",
    'SELECT 1 UNION',
    'SELECT 1 WHERE',
    'SELECT {a:String}',
    'SELECT {a:NoSuchType}',
    'SELECT * FROM {a:Identifier}',
    'SELECT 1 2',
    'SELECT ?',
    'SELECT :a',
    'SELECT (1',
    'SELECT 1)',
    'EXPLAIN EXPLAIN SELECT 1',
    'SELECT * FROM (SHOW TABLES)',
    'WITH a AS SELECT 1',
    '{"query": "SELECT 1"}',
    "' OR 1=1 --",
    'SELECT 1 INTO DUMPFILE a',
    'TABLE protocols',
    'CALL a()',
    'PRAGMA a',
    'LOAD DATA INFILE a',
    'DO sleep(1)',
    'DECLARE a INT',
    'EXECUTE a',
    'ANALYZE a',
    'VACUUM',
  ]
}

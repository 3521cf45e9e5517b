import { chmod, mkdir, open, readdir, readFile } from 'node:fs/promises'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UsageError } from '../../lib/errors.ts'
import { literal, sql } from '../../lib/sql.ts'
import { openTestStore, type TestStore } from './store-for-tests.ts'

let it: TestStore

beforeAll(async () => {
  it = await openTestStore()
})

afterAll(() => it.close())

/** The one line an import fails with; also that it wrote nothing. */
async function problemOf(
  name: string,
  content: string | Uint8Array,
  format?: string,
): Promise<string> {
  return failureOf(await it.file(name, content), format)
}

async function failureOf(path: string, format?: string): Promise<string> {
  const error = await it.import('prices', path, { format }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UsageError)
  const { message } = error as UsageError
  expect(message).not.toMatch(/\n|DB::|SELECT|INSERT|26\.\d|\/tmp/)
  expect(it.store.journal.latest).toBe(0)
  expect(await readdir(it.rejectsDir).catch(() => [])).toEqual([])
  return message
}

const HEADER = 'coin,atSec,priceUsd\n'

describe('the fact and its columns', () => {
  test('error: an unknown fact lists the known ones', async () => {
    await expect(it.import('price', '/nowhere')).rejects.toThrow(
      new UsageError(
        'unknown fact "price" (did you mean prices?); known facts: amounts, incidents, names, pools, prices',
      ),
    )
  })

  test('error: missing columns are named, with what is there and what it may be', async () => {
    expect(await problemOf('a.csv', 'Coin,price_usd,when\na,1,1\n')).toBe(
      'a.csv: missing columns coin, atSec, priceUsd of prices; the file has Coin, price_usd, when: try --map coin=Coin --map priceUsd=price_usd',
    )
    expect(await problemOf('b.csv', 'coin;atSec;priceUsd\na;1;1\n')).toContain(
      'separate the columns by commas',
    )
    expect(await problemOf('a.ndjson', '{"coin":"a","atSec":1}\n'.repeat(2000))).toBe(
      'a.ndjson: missing column priceUsd of prices; the file has coin, atSec',
    )
    const path = `${it.folder}/m.parquet`
    await it.store.engine.command(
      sql`INSERT INTO FUNCTION file(${literal(path)}, 'Parquet') SELECT 'a' AS coin, 1 AS price`,
      {},
      { files: [path] },
    )
    expect(await failureOf(path)).toBe(
      'm.parquet: missing columns atSec, priceUsd of prices; the file has coin, price',
    )
  })

  test('error: a header that is none', async () => {
    expect(await problemOf('c.csv', '\n\na,1,1\n')).toBe(
      'c.csv: the first line is empty; it must name the columns',
    )
    expect(await problemOf('d.csv', 'coin,coin,atSec,priceUsd\n')).toBe(
      'd.csv: the header names the column "coin" twice',
    )
    expect(await problemOf('e.csv', '"coin,atSec,priceUsd\na,1,2\n')).toBe(
      'e.csv: the header line is not CSV (a quote is opened and never closed)',
    )
  })

  test('error: a typed column of another kind', async () => {
    const path = `${it.folder}/k.parquet`
    await it.store.engine.command(
      sql`INSERT INTO FUNCTION file(${literal(path)}, 'Parquet') SELECT 'a' AS coin, 1 AS atSec, ['x'] AS priceUsd`,
      {},
      { files: [path] },
    )
    expect(await failureOf(path)).toBe(
      'k.parquet: column priceUsd is Array(String) in the file; it must be a number',
    )
  })
})

describe('files', () => {
  test('error: no file, a directory, no permission, nothing in it', async () => {
    expect(await failureOf(`${it.folder}/nope.csv`)).toBe('nope.csv: no such file')
    await mkdir(`${it.folder}/dir.csv`)
    expect(await failureOf(`${it.folder}/dir.csv`)).toBe(
      'dir.csv is a directory; name the files in it',
    )
    expect(await problemOf('empty.csv', '')).toBe('empty.csv is empty')
    expect(await problemOf('empty.csv.gz', gzipSync(''))).toBe('empty.csv.gz is empty')
    expect(await problemOf('header.csv', HEADER)).toBe('header.csv: no rows to import')
    expect(await problemOf('blank.ndjson', '\n\n')).toBe('blank.ndjson holds no rows')
    const secret = await it.file('secret.csv', HEADER)
    await chmod(secret, 0)
    if (process.getuid?.() !== 0)
      expect(await failureOf(secret)).toBe('secret.csv: no permission to read the file')
  })

  test('error: a format that cannot be told, or is none', async () => {
    expect(await problemOf('prices.txt', HEADER)).toBe(
      'cannot tell the format of prices.txt; add --format with one of csv, json, ndjson, parquet, arrow',
    )
    expect(await problemOf('p.csv', HEADER, 'xml')).toBe(
      '--format xml: not a format; use one of csv, json, ndjson, parquet, arrow',
    )
    expect(await problemOf('p.csv', Buffer.from('PK\x03\x04zip'))).toBe(
      'p.csv is a zip archive; a file may be plain or compressed with gzip or zstd',
    )
    expect(await problemOf('prose.ndjson', 'hello\nworld\n')).toBe(
      'prose.ndjson is not NDJSON: none of its first lines is a JSON object',
    )
  })

  test('error: what unpacks to more than 256 MB and 200 times its size is refused', async () => {
    // 400 MB of zeros pack to some kilobytes, so the limit is 256 MB and a few.
    const zeros = Buffer.alloc(400 * 2 ** 20)
    const parquet = Buffer.concat([Buffer.from('PAR1'), zeros])
    for (const [name, content] of [
      ['bomb.parquet.gz', gzipSync(parquet)],
      ['bomb.parquet.zst', zstdCompressSync(parquet)],
      ['bomb.csv.zst', zstdCompressSync(zeros.fill('a\n'))],
    ] as const) {
      const problem = await problemOf(name, content)
      expect(problem).toMatch(new RegExp(`^${name} unpacks to more than (2|3)\\d\\d MB, 200 times`))
    }
  })

  test('error: cut off or damaged Parquet, Arrow, gzip and zstd', async () => {
    const select = sql`SELECT 'a' AS coin, toUInt32(number) AS atSec, rand64() / 3 AS priceUsd FROM numbers(50000)`
    for (const [name, format, what] of [
      ['p.parquet', 'Parquet', 'Parquet'],
      ['p.arrow', 'Arrow', 'Arrow'],
    ] as const) {
      // biome-ignore format: a table
      const file = `${it.folder}/${name}`
      await it.store.engine.command(
        sql`INSERT INTO FUNCTION file(${literal(file)}, ${literal(format)}) ${select}`,
        {},
        { files: [file] },
      )
      const whole = await readFile(`${it.folder}/${name}`)
      expect(await problemOf(`cut-${name}`, whole.subarray(0, whole.length / 2))).toBe(
        `cut-${name}: not a whole ${what} file; it may be cut off`,
      )
      expect(await problemOf(`few-${name}`, whole.subarray(0, 7), format.toLowerCase())).toContain(
        `few-${name}: `,
      )
      const damaged = Buffer.from(whole)
      damaged.fill(7, 20_000, 60_000)
      if (format === 'Parquet')
        expect(await problemOf(`bad-${name}`, damaged)).toBe(
          `bad-${name}: the data is damaged or cut off`,
        )
    }
    const text = HEADER + 'a,1,1\n'.repeat(1000)
    expect(await problemOf('cut.csv.gz', gzipSync(text).subarray(0, 40))).toBe(
      'cut.csv.gz: the gzip data is damaged or cut off',
    )
    expect(await problemOf('cut.csv.zst', zstdCompressSync(text).subarray(0, 30))).toBe(
      'cut.csv.zst: the zstd data is damaged or cut off',
    )
    expect(await problemOf('text.parquet', 'hello, this is text', 'parquet')).toContain(
      'not a whole Parquet file',
    )
  })
})

describe('text', () => {
  test('error: a NUL byte, with its line', async () => {
    expect(await problemOf('nul.csv', `${HEADER}a,1,1\nb,1,\0\n`)).toBe(
      'nul.csv, line 3: a NUL byte; the file is damaged, binary, or UTF-16',
    )
    expect(await problemOf('nul.ndjson.gz', gzipSync('{"a":1}\n\0'))).toContain(
      'nul.ndjson.gz, line 2: a NUL byte',
    )
  })

  test('error: a wrong encoding, with its line', async () => {
    expect(
      await problemOf('latin.csv', Buffer.from(`${HEADER}a,1,1\ncaf\xe9,1,1\n`, 'latin1')),
    ).toBe('latin.csv, line 3: not UTF-8 text; save the file as UTF-8')
    expect(await problemOf('wide.csv', Buffer.from(`\uFEFF${HEADER}`, 'utf16le'))).toBe(
      'wide.csv, line 1: UTF-16 text; save the file as UTF-8',
    )
  })

  test('error: a line without an end', async () => {
    const sparse = `${it.folder}/sparse.csv`
    const handle = await open(sparse, 'w')
    await handle.truncate(2 * 1024 ** 3)
    await handle.close()
    const before = process.memoryUsage().rss
    expect(await failureOf(sparse)).toContain('sparse.csv, line 1: a NUL byte')
    const long = `${HEADER}a,1,"${'x'.repeat(40_000_000)}"\n`
    expect(await problemOf('long.csv', long)).toBe('long.csv, line 2: longer than 16 MB')
    expect(
      await problemOf(
        'long.ndjson.gz',
        gzipSync(`{"a":"${'x'.repeat(40_000_000)}"}\n`, { level: 1 }),
      ),
    ).toContain('line 1: longer than 16 MB')
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
  })
})

describe('times in a wrong unit condemn the whole file', () => {
  const expected = '; expected are Unix seconds or an ISO date from 1970 to 2105'
  const cases = [
    ['1700000000000', '1700000000000 is past the year 2105 (milliseconds?)'],
    ['1700000000000000', '1700000000000000 is past the year 2105 (microseconds?)'],
    ['577231488000', '577231488000 is past the year 2105 (milliseconds?)'],
    ['20260-01-01', '20260-01-01 is past the year 2105'],
    ['2106-01-01', '2106-01-01 is past the year 2105'],
    ['9999-12-31T00:00:00Z', '9999-12-31T00:00:00Z is past the year 2105'],
  ]
  for (const [value, problem] of cases) {
    test(`error: ${value}`, async () => {
      expect(await problemOf('t.csv', `${HEADER}a,1,1\nb,1,x\nc,${value},1\n`)).toBe(
        `t.csv, row 3: atSec: ${problem}${expected}`,
      )
      expect(await problemOf('t.ndjson', `{"coin":"a","atSec":"${value}","priceUsd":1}\n`)).toBe(
        `t.ndjson, row 1: atSec: ${problem}${expected}`,
      )
    })
  }

  test('error: a typed time of the year 20260', async () => {
    for (const [time, shown] of [
      [sql`fromUnixTimestamp64Micro(toInt64(577231488000) * 1000000, 'UTC')`, 'past the year 2105'],
      [sql`toUInt64(1700000000000)`, '1700000000000 is past the year 2105 (milliseconds?)'],
    ] as const) {
      // biome-ignore format: a table
      const path = `${it.folder}/y.parquet`
      await it.store.engine.command(
        sql`INSERT INTO FUNCTION file(${literal(path)}, 'Parquet') SELECT 'a' AS coin, ${time} AS atSec, 1.5 AS priceUsd`,
        {},
        { files: [path] },
      )
      expect(await failureOf(path)).toContain(shown)
    }
  })
})

import { literal, quotedIdentifier, type Sql, sql } from '../../src/lib/sql.ts'
import type { HostileCase } from './hostile-snapshots.ts'
import type { Variant } from './hostile-world.ts'

const ATTACK = "coin) SELECT 'x'; SELECT 1 INTO OUTFILE '/tmp/x' FORMAT TSV; -- "
const text = (value: string) => literal(value)

/** Selected in place of the rows of `prices`, and what is said about it. */
const PRICES: Record<string, [select: Sql, says: string]> = {
  'a statement as a column': [
    sql`*, 1 AS ${quotedIdentifier(ATTACK)}`,
    'has a column “coin) SELECT',
  ],
  'a renamed column': [
    sql`* EXCEPT (coin), coin AS ${quotedIdentifier('coin`; --')}`,
    'has a column “coin`; --”',
  ],
  'a newline in a column': [sql`*, 1 AS ${quotedIdentifier('a\nb')}`, 'has a column “a\\u{a}b”'],
  'a column named __proto__': [
    sql`*, 1 AS ${quotedIdentifier('__proto__')}`,
    'a column “__proto__”',
  ],
  'one column more': [sql`*, 1 AS more`, 'has a column “more”, which prices lacks'],
  'one column fewer': [sql`* EXCEPT (priceUsd)`, 'lacks the column priceUsd'],
  'no column of runs': [sql`* EXCEPT (run)`, 'lacks the column run'],
  'texts for floats': [
    sql`* REPLACE (toString(priceUsd) AS priceUsd)`,
    'has priceUsd as “String” instead of Float64',
  ],
  'null in a key': [sql`* REPLACE (toNullable(coin) AS coin)`, 'as “Nullable(String)”'],
  'a list for a text': [sql`* REPLACE ([coin] AS coin)`, 'has coin as “Array(String)”'],
  'a tuple for a text': [sql`* REPLACE (tuple(coin, run) AS coin)`, 'of a type that no fact has'],
  'a signed time': [sql`* REPLACE (toInt32(atSec) AS atSec)`, 'has atSec as “Int32”'],
}

const RUNS: Record<string, [select: Sql, says: string]> = {
  'a statement as a fact': [
    sql`* REPLACE ([${text("prices'); DROP TABLE x; --")}] AS facts)`,
    'facts[0] has another form than it must have, not “prices',
  ],
  'an unknown fact': [sql`* REPLACE (['secrets'] AS facts)`, 'not “secrets”'],
  'a fact twice': [sql`* REPLACE (['prices', 'prices'] AS facts)`, 'facts must not have dupl'],
  'statements as numbers of undone runs': [
    sql`* REPLACE ([${text('1) OR 1=1; --')}] AS undoes)`,
    'has undoes as “Array(String)” instead of Array(UInt32)',
  ],
  'a run that undoes a later one': [
    sql`* REPLACE ([toUInt32(99)] AS undoes)`,
    'undoes has a later run',
  ],
  'a run that undoes run 0': [sql`* REPLACE ([toUInt32(0)] AS undoes)`, 'undoes[0] must be >= 1'],
  'a run that has not ended': [sql`* REPLACE ('started' AS state)`, 'must be one of committed'],
  'a state with a quote': [sql`* REPLACE (${text("x' OR 1")} AS state)`, "not “x' OR 1”"],
  'a huge note': [sql`* REPLACE (repeat(repeat('x', 1000000), 17) AS note)`, 'note is too long'],
  'a huge source': [sql`* REPLACE (repeat('x', 5000) AS source)`, 'source is too long'],
  'a time beyond all': [
    sql`* REPLACE (toUInt64(18446744073709551615) AS atMs)`,
    'atMs must be <= 8640000000000000',
  ],
  'a count beyond all': [
    sql`* REPLACE (toUInt64(9007199254740993) AS accepted)`,
    'accepted must be <= 9007199254740991',
  ],
  'rows of an unknown fact': [
    sql`* REPLACE (map(${text('a; --')}, toUInt64(1)) AS rows)`,
    'rows[“a; --”] is not a known member',
  ],
  'dropped rows of an unknown fact': [
    sql`* REPLACE (map('constructor', toUInt32(1)) AS droppedUpTo)`,
    'droppedUpTo.constructor is not a known member',
  ],
  'one run three times': [sql`* REPLACE (toUInt32(2) AS id)`, 'run 2 comes after run 2'],
  'runs of another part': [
    sql`* REPLACE (toUInt32(id + 7) AS id)`,
    'ends with run 10 instead of 3',
  ],
  'a run as text': [sql`* REPLACE (toString(id) AS id)`, 'has id as “String” instead of UInt32'],
  'no notes': [sql`* EXCEPT (note)`, 'lacks the column note'],
  'a fence': [sql`*, toUInt64(9) AS fence`, 'has a column “fence”, which runs lacks'],
  'a statement as a column of runs': [
    sql`*, 1 AS ${quotedIdentifier(ATTACK)}`,
    'has a column “coin) SELECT',
  ],
}

const nameOf = (fact: string, name: string) => `${fact}: ${name}`
const listed = [
  ...Object.entries(PRICES).map(([name, found]) => ['prices', name, ...found] as const),
  ...Object.entries(RUNS).map(([name, found]) => ['runs', name, ...found] as const),
]

/** Files that engines write for an attacker, by name. */
export const VARIANTS: Record<string, Variant> = {
  ...Object.fromEntries(
    listed.map(([of, name, select]) => [nameOf(of, name), { select, of }] as const),
  ),
  'prices of an earlier version': { select: sql`* EXCEPT (confidence)`, of: 'prices' },
  'runs of an earlier version': { select: sql`* EXCEPT (dropped, droppedUpTo)`, of: 'runs' },
  'a word of quality': { select: sql`* REPLACE ('evil' AS quality)`, of: 'prices' },
}

const footerOf = (bytes: Buffer) => bytes.subarray(bytes.length - 8 - lengthOf(bytes))
const lengthOf = (bytes: Buffer) => bytes.readUInt32LE(bytes.length - 8)
/** The same file with another footer. */
function withFooter(bytes: Buffer, footer: Uint8Array): Buffer {
  const end = Buffer.from('\0\0\0\0PAR1', 'latin1')
  end.writeUInt32LE(footer.length)
  return Buffer.concat([bytes.subarray(0, bytes.length - footerOf(bytes).length), footer, end])
}
/** A list of 268 million structures, of which none is there. */
const ENDLESS_LIST = Uint8Array.from([0x15, 0x02, 0x19, 0xfc, 0xff, 0xff, 0xff, 0x7f])
const NESTED = new Uint8Array(100_000).fill(0x1c)

export const HOSTILE_PARQUET: readonly HostileCase[] = [
  ...listed.map(([of, name, , says]) => ({
    ...{ name: nameOf(of, name), says },
    edit: (it: Parameters<HostileCase['edit']>[0]) => it.variant(nameOf(of, name), of),
  })),
  {
    name: 'Parquet: a word of quality that nobody knows',
    says: 'prices.parquet has rows that cannot be read',
    edit: (it) => it.variant('a word of quality', 'prices'),
    // Rows of facts are read by the engine alone.
    isSeenByVerify: false,
  },
  {
    name: 'Parquet: a file of the runs in place of prices',
    says: 'which prices lacks',
    edit: (it) => it.variant('runs: an unknown fact', 'prices'),
  },
  {
    name: 'Parquet: other rows than the manifest says',
    says: 'has 3 rows instead of 2',
    edit: (it) =>
      it.file((file) => {
        file.rows = 2
      }),
  },
  {
    name: 'Parquet: cut off',
    says: 'is not a Parquet file',
    edit: (it) => it.bytes((bytes) => bytes.subarray(0, bytes.length - 20)),
  },
  {
    name: 'Parquet: garbage',
    says: 'is not a Parquet file',
    edit: (it) => it.bytes(() => Buffer.alloc(5_000, 7)),
  },
  {
    name: 'Parquet: a page in HTML',
    says: 'is not a Parquet file',
    edit: (it) => it.bytes(() => Buffer.from('<html><script>alert(1)</script></html>')),
  },
  {
    name: 'Parquet: a footer of 4 GB',
    says: 'has a footer of 4294967295 bytes',
    edit: (it) =>
      it.bytes((bytes) => {
        bytes.writeUInt32LE(4_294_967_295, bytes.length - 8)
        return bytes
      }),
  },
  {
    name: 'Parquet: a footer that begins before the file',
    says: 'bytes, which it cannot have',
    edit: (it) =>
      it.bytes((bytes) => {
        bytes.writeUInt32LE(bytes.length, bytes.length - 8)
        return bytes
      }),
  },
  {
    name: 'Parquet: an empty footer',
    says: 'has a footer that is damaged',
    edit: (it) => it.bytes((bytes) => withFooter(bytes, new Uint8Array())),
  },
  {
    name: 'Parquet: a list without end in the footer',
    says: 'has a footer that is damaged',
    edit: (it) => it.bytes((bytes) => withFooter(bytes, ENDLESS_LIST)),
  },
  {
    name: 'Parquet: a footer nested 100,000 times',
    says: 'has a footer that is damaged',
    edit: (it) => it.bytes((bytes) => withFooter(bytes, NESTED)),
  },
  {
    name: 'Parquet: a footer of random bytes',
    says: 'has a footer that is damaged',
    edit: (it) => it.bytes((bytes) => withFooter(bytes, Buffer.alloc(999, 'almanac'))),
  },
  {
    name: 'Parquet: pages of the runs that are not there',
    says: 'its rows cannot be read',
    edit: (it) =>
      it.bytes((bytes) => {
        bytes.fill(0xff, 4, bytes.length - footerOf(bytes).length)
        return bytes
      }, 'runs'),
  },
]

import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEngineDir } from '../../../test/support/worker-engine.ts'
import { joinSql, literal, quotedIdentifier, sql } from '../../lib/sql.ts'
import { textColumn } from '../../runs/import/columns/column-shape.ts'
import { conversionsOf } from '../../runs/import/columns/conversions.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact, sourceColumns } from '../../store/fact.ts'
import { Store } from '../../store/store.ts'
import { findProblem } from './check-values.ts'

const fact = defineFact({
  name: 'weights',
  describe: 'What a thing weighs at a timestamp',
  key: { thing: t.word('its name', { max: 5 }) },
  time: 'atSec',
  values: {
    grams: t.float('its weight'),
    count: orNull(t.int('how many')),
    digits: t.digits('every digit'),
    isWet: t.bool('whether it is wet'),
    note: orNull(t.text('a remark')),
    label: t.text('may be empty', { min: 0 }),
    code: t.text('at least two characters', { min: 2 }),
    tags: t.texts('words for it'),
  },
})

const row = {
  ...{ thing: 'apple', atSec: 60, grams: 0.5, count: null, digits: '10', isWet: false },
  ...{ note: null, label: '', code: 'ab', tags: ['a', ''], quality: 'ok' },
}

let folder: string
let store: Store

beforeAll(async () => {
  folder = await makeEngineDir()
  store = await Store.open({ facts: [], path: folder })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What the checks of files say of the same row, its values as texts. */
async function problemOfFile(given: Record<string, unknown>): Promise<string> {
  const columns = [...sourceColumns(fact), 'quality']
  const file = { name: fact.name, format: 'ndjson', columns: columns.map(textColumn) }
  const conversions = conversionsOf(file, fact)
  const checks = conversions.flatMap(({ conversion }) => conversion.checks)
  const rejected = sql`multiIf(${joinSql(checks.map(({ broken, reason }) => sql`ifNull(${broken}, 0), ${reason}`))}, '')`
  const texts = columns.map((name) => {
    const value = given[name] ?? null
    return [name, typeof value === 'object' && value !== null ? JSON.stringify(value) : value]
  })
  const line = Object.fromEntries(
    texts.map(([name, value]) => [name, value === null ? null : String(value)]),
  )
  const form = joinSql(columns.map((name) => sql`${quotedIdentifier(name)} Nullable(String)`))
  const source = sql`format(JSONEachRow, ${literal(form.text)}, ${literal(JSON.stringify(line))})`
  const raw = joinSql(columns.map((name, index) => sql`${quotedIdentifier(name)} AS raw_${index}`))
  const values = joinSql(
    conversions.map(({ place, conversion }) => sql`${conversion.value} AS ${place.value}`),
  )
  const [found] = await store.engine.writerQuery<{ rejected: string }>(
    sql`SELECT ${rejected} AS rejected FROM (SELECT *, ${values} FROM (SELECT ${raw} FROM ${source}))`,
  )
  return found?.rejected ?? 'nothing'
}

test.each([
  ['a row of the right types', {}],
  ['the last time', { atSec: 4_291_747_199 }],
  ['a quality of its own', { quality: 'backfilled' }],
  ['an empty text where a value may be missing', { note: '' }],
  ['77 digits', { digits: '9'.repeat(77) }],
  ['the largest amount', { digits: String(2n ** 256n - 1n) }],
  ['a number that is a text', { grams: '0.5' }],
  ['a text that is a number', { thing: 5 }],
  ['a whole number in another form', { count: '1e3' }],
  ['a large whole number of another type', { count: 5n }],
  ['the smallest whole number', { count: -(2n ** 63n) }],
  ['a truth value as a number', { isWet: 0 }],
  ['five characters in ten places', { thing: '😀😀😀😀😀' }],
])('default: %s is kept', async (_what, more) => {
  const given = { ...row, ...more }
  expect([findProblem(fact, given), await problemOfFile(given)]).toEqual(['', ''])
})

test.each([
  ['a missing value', { grams: null }, 'grams: missing'],
  ['a text as a number', { grams: '0x10' }, 'grams: not a number ("0x10")'],
  ['no number', { grams: Number.NaN }, 'grams: not a finite number ("NaN")'],
  ['a part of a whole number', { count: 1.5 }, 'count: not a whole number ("1.5")'],
  ['too large a whole number', { count: 2n ** 63n }, `count: not a whole number ("${2n ** 63n}")`],
  [
    'digits that begin with 0',
    { digits: '05' },
    'digits: not a whole number from 0 to 2^256 - 1 in plain digits ("05")',
  ],
  [
    'one more than the largest amount',
    { digits: String(2n ** 256n) },
    `digits: not a whole number from 0 to 2^256 - 1 in plain digits ("${String(2n ** 256n).slice(0, 60)}")`,
  ],
  ['no truth value', { isWet: 'wet' }, 'isWet: not true or false ("wet")'],
  ['no text where there must be one', { thing: '' }, 'thing: missing'],
  ['too long a text', { thing: 'apples' }, 'thing: longer than 5 characters ("apples")'],
  ['one character in two places', { code: '😀' }, 'code: shorter than 2 characters ("😀")'],
  ['a NUL character', { note: 'a\0b' }, 'note: holds a NUL character'],
  ['a list with a gap', { tags: ['a', null] }, 'tags: a list with an empty member ("["a",null]")'],
  ['no list', { tags: { a: 1 } }, 'tags: not a list of texts ("{"a":1}")'],
  ['a time before 1970', { atSec: -1 }, 'atSec: before 1970 ("-1")'],
  ['a part of a second', { atSec: 0.5 }, 'atSec: not a time ("0.5")'],
  [
    'a time in milliseconds',
    { atSec: 1_700_000_000_000 },
    'atSec: 1700000000000 is past the year 2105 (milliseconds?); expected are Unix seconds or an ISO date from 1970 to 2105',
  ],
  [
    'no quality',
    { quality: 'good' },
    'quality: not one of ok, held, carried, extrapolated, backfilled, selfReported, disputed ("good")',
  ],
])('behavior: %s is rejected for the reason that files give', async (_what, more, reason) => {
  const given = { ...row, ...more }
  expect([findProblem(fact, given), await problemOfFile(given)]).toEqual([reason, reason])
})

test.each([
  ['half a character', { note: '\ud800' }, 'note: not UTF-8 text'],
  ['half a character in a list', { tags: ['\ud800'] }, 'tags: not UTF-8 text'],
  ['a list as a text', { tags: '["a"]' }, 'tags: not a list of texts ("["a"]")'],
  ['a time in words', { atSec: '2024-01-01' }, 'atSec: not a time ("2024-01-01")'],
])('behavior: %s is rejected, which no table could keep', (_what, more, reason) => {
  expect(findProblem(fact, { ...row, ...more })).toBe(reason)
})

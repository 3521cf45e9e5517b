import { expect, test } from 'vitest'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { createPageReader } from './changes-page.ts'

const prices = defineFact({
  name: 'prices',
  describe: 'A price at a time.',
  key: { coin: t.text('the coin') },
  time: 'atSec',
  values: { priceUsd: t.float('its price'), rank: orNull(t.int('its rank')) },
})
const facts = new Map([[prices.name, prices]])
const AT = '2026-01-14T12:00:00.000Z'

function makePage() {
  const run = {
    ...{ id: 1, state: 'committed', source: 'test', startedAt: AT, at: AT, facts: ['prices'] },
    ...{ contentHash: '', accepted: 1, rejected: 0, held: 0, note: '', revision: 0 },
    ...{ rows: { prices: 1 }, newestSec: { prices: 1 }, sums: { prices: 'A' }, undoes: [1] },
  }
  const row = {
    ...{ fact: 'prices', run: 1, change: 'added', quality: 'ok', recordedAt: AT },
    key: { coin: 'btc', atSec: 1 },
    values: { priceUsd: 1.5, rank: '9223372036854775807' },
  }
  return { runs: [run], rows: [row], cursor: '1.0.0.0123456789ab', isComplete: true }
}

const readPage = createPageReader(facts)
const parse = (page: unknown) =>
  readPage(Buffer.from(typeof page === 'string' ? page : JSON.stringify(page)), 'origin')

test('default: a page of changes', () => {
  expect(parse(makePage())).toEqual(makePage())
})

test('behavior: the note of a run may name thousands of files', () => {
  const page = makePage()
  const note = Array.from({ length: 8_000 }, (_, index) => `prices-of-day-${index}.csv`).join(', ')
  expect(parse({ ...page, runs: page.runs.map((run) => ({ ...run, note })) }).runs[0]?.note).toBe(
    note,
  )
})

type Page = ReturnType<typeof makePage>
const onRun = (member: object) => (page: Page) => page.runs.map((run) => Object.assign(run, member))
const onRow = (member: object) => (page: Page) => page.rows.map((row) => Object.assign(row, member))

test.each([
  ['a statement as a fact', onRun({ facts: ["x'; --"] }), 'runs[0].facts[0] has another form'],
  ['a fact named constructor', onRun({ rows: { constructor: 1 } }), 'rows.constructor is not a'],
  ['statements as numbers', onRun({ undoes: ['1) OR 1'] }), 'runs[0].undoes[0] must be integer'],
  ['a run that has not ended', onRun({ state: 'started' }), 'runs[0].state must be one of'],
  ['an unknown member of a run', onRun({ fence: 9 }), 'runs[0].fence is not a known member'],
  ['a row of an unknown fact', onRow({ fact: 'secrets' }), 'rows[0].fact has another form'],
  ['an unknown column', onRow({ key: { coin: 'a', atSec: 1, 'b; --': 1 } }), 'key[“b; --”] is not'],
  ['a missing column', onRow({ values: { priceUsd: 1 } }), 'rows[0].values.rank is missing'],
  ['an object as text', onRow({ key: { coin: {}, atSec: 1 } }), 'rows[0].key.coin must be string'],
  ['an unknown quality', onRow({ quality: 'evil' }), 'rows[0].quality must be one of'],
  ['an unknown member of a row', onRow({ sql: 1 }), 'rows[0].sql is not a known member'],
  ['a cursor of another form', (page: Page) => Object.assign(page, { cursor: '&x=1' }), 'cursor'],
])('error: %s is refused', (_, edit, says) => {
  const page = makePage()
  edit(page)
  expect(() => parse(page)).toThrow(says)
})

test('error: a body that is not JSON is refused', () => {
  expect(() => parse('<html>')).toThrow('origin did not answer with JSON.')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { literal, sql } from '../../lib/sql.ts'
import { openTestStore, type TestStore } from './store-for-tests.ts'

const LARGEST = (2n ** 256n - 1n).toString()

let it: TestStore

beforeAll(async () => {
  it = await openTestStore()
})

afterAll(() => it.close())

test('default: every digit is kept, from text and from numbers', async () => {
  await it.import(
    'amounts',
    await it.file('amounts.csv', `id,amount,fee\na,${LARGEST},\nb,0,1\nc,9007199254740993,"12"\n`),
  )
  await it.import(
    'amounts',
    await it.file(
      'amounts.ndjson',
      `{"id":"d","amount":9007199254740993}\n{"id":"e","amount":"${LARGEST}","fee":null}\n`,
    ),
  )
  expect(await it.rows('amounts', sql`id`)).toEqual([
    { id: 'a', amount: LARGEST, fee: null, quality: 'ok' },
    { id: 'b', amount: '0', fee: '1', quality: 'ok' },
    { id: 'c', amount: '9007199254740993', fee: '12', quality: 'ok' },
    { id: 'd', amount: '9007199254740993', fee: null, quality: 'ok' },
    { id: 'e', amount: LARGEST, fee: null, quality: 'ok' },
  ])
})

test('default: columns of whole numbers in a file that has types', async () => {
  const path = `${it.folder}/typed.parquet`
  await it.store.engine.command(
    sql`INSERT INTO FUNCTION file(${literal(path)}, 'Parquet') SELECT 'f' AS id, toUInt64(18446744073709551615) AS amount, toNullable(toDecimal128('28501633217143430245', 0)) AS fee`,
    {},
    { files: [path] },
  )
  await it.import('amounts', path)
  const rows = (await it.rows('amounts', sql`id`)) as { id: string }[]
  expect(rows.find(({ id }) => id === 'f')).toMatchObject({
    amount: '18446744073709551615',
    fee: '28501633217143430245',
  })
})

test('error: what is no whole number is rejected with the reason', async () => {
  const wrong = 'not a whole number from 0 to 2^256 - 1 in plain digits'
  const cases: [string, string][] = [
    ['', 'amount: missing'],
    ['1.5', `amount: ${wrong} ("1.5")`],
    ['-1', `amount: ${wrong} ("-1")`],
    ['1e21', `amount: ${wrong} ("1e21")`],
    ['007', `amount: ${wrong} ("007")`],
    ['+7', `amount: ${wrong} ("+7")`],
    ['0x10', `amount: ${wrong} ("0x10")`],
    ['many', `amount: ${wrong} ("many")`],
    [(2n ** 256n).toString(), `amount: ${wrong} ("${(2n ** 256n).toString().slice(0, 60)}")`],
    ['9'.repeat(200), `amount: ${wrong} ("${'9'.repeat(60)}")`],
  ]
  const csv = `id,amount\nok,5\n${cases.map(([value], index) => `bad${index},${value}`).join('\n')}\n`
  const summary = await it.import('amounts', await it.file('bad.csv', csv))
  expect(summary).toMatchObject({ accepted: 1, rejected: cases.length })
  expect((await it.rejects(summary)).map(({ reason }) => reason)).toEqual(
    cases.map(([, reason]) => reason),
  )
})

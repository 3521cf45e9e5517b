import { describe, expect, test } from 'vitest'
import { ObjectMembers, type Problem } from './object-members.ts'

const NAMES = ['name', 'amount', 'at', 'every', 'steps', 'flag', 'kind', 'notes', 'parts']

/** What is said of an object when one of its members is read. */
function problemsOf(value: unknown, read: (members: ObjectMembers) => unknown): string[] {
  const problems: Problem[] = []
  read(new ObjectMembers(value, ['top', 0], problems, NAMES))
  return problems.map(({ path, problem }) => `${path.join('.')}: ${problem}`)
}

test('default: good members are read as they are', () => {
  const problems: Problem[] = []
  const given = {
    name: 'A',
    amount: 1.5,
    at: '2024-02-29',
    every: '1 month',
    steps: 3,
    flag: true,
    kind: 'b',
    notes: ['x'],
    parts: [{ y: 1 }],
  }
  const members = new ObjectMembers(given, [], problems, NAMES)
  expect([
    members.text('name', 5),
    members.amount('amount'),
    members.timestamp('at'),
    members.period('every'),
    members.whole('steps', 5),
  ]).toEqual(['A', 1.5, 1_709_164_800, { months: 1 }, 3])
  expect([
    members.flag('flag'),
    members.oneOf('kind', ['a', 'b']),
    members.texts('notes', 2, 5),
  ]).toEqual([true, 'b', ['x']])
  expect(members.list('parts', 2)).toEqual([{ value: { y: 1 }, path: ['parts', 0] }])
  expect([members.has('name'), members.has('other'), problems]).toEqual([true, false, []])
})

test.each([[null], [[]], ['text'], [5], [undefined]])('error: %j is no object', (value) => {
  expect(problemsOf(value, () => undefined)).toEqual(['top.0: must be an object'])
})

test('error: an unknown member is a slip of the pen', () => {
  expect(problemsOf({ amout: 5, zzzzzzzz: 1 }, () => undefined)).toEqual([
    'top.0.amout: is unknown; did you mean amount?',
    `top.0.zzzzzzzz: is unknown; the members are ${NAMES.join(', ')}`,
  ])
})

describe('error: each kind of member says what it must be', () => {
  test.each<[string, unknown, (members: ObjectMembers) => unknown, string]>([
    [
      'text',
      {},
      (members) => members.text('name', 5),
      'name: is missing; it must be a text of 1 to 5 characters',
    ],
    [
      'text',
      { name: ' ' },
      (members) => members.text('name', 5),
      'name: must be a text of 1 to 5 characters, not " "',
    ],
    [
      'text',
      { name: 'longer' },
      (members) => members.text('name', 5),
      'name: must be a text of 1 to 5 characters, not "longer"',
    ],
    [
      'amount',
      { amount: 0 },
      (members) => members.amount('amount', 100),
      'amount: must be a number above 0 and up to 100, not 0',
    ],
    [
      'amount',
      { amount: -1 },
      (members) => members.amount('amount', 100),
      'amount: must be a number above 0 and up to 100, not -1',
    ],
    [
      'amount',
      { amount: 101 },
      (members) => members.amount('amount', 100),
      'amount: must be a number above 0 and up to 100, not 101',
    ],
    [
      'amount',
      { amount: '5' },
      (members) => members.amount('amount', 100),
      'amount: must be a number above 0 and up to 100, not "5"',
    ],
    [
      'amount',
      { amount: null },
      (members) => members.amount('amount', 100),
      'amount: must be a number above 0 and up to 100, not null',
    ],
    [
      'whole',
      { steps: 1.5 },
      (members) => members.whole('steps', 2_000),
      'steps: must be a whole number from 1 to 2,000, not 1.5',
    ],
    [
      'flag',
      { flag: 'yes' },
      (members) => members.flag('flag'),
      'flag: must be true or false, not "yes"',
    ],
    [
      'oneOf',
      { kind: 'c' },
      (members) => members.oneOf('kind', ['a', 'b']),
      'kind: must be one of a, b, not "c"',
    ],
    [
      'period',
      { every: 'monthly' },
      (members) => members.period('every'),
      'every: must be a period such as "1 month", "2 years", "30 days" or "1 week", not "monthly"',
    ],
    [
      'texts',
      { notes: 'x' },
      (members) => members.texts('notes', 2, 5),
      'notes: must be a list of up to 2 texts of 1 to 5 characters, not "x"',
    ],
    [
      'texts',
      { notes: ['x', 5] },
      (members) => members.texts('notes', 2, 5),
      'notes: must be a list of up to 2 texts of 1 to 5 characters, not ["x",5]',
    ],
    [
      'list',
      { parts: [] },
      (members) => members.list('parts', 2),
      'parts: must be a list of 1 to 2 objects, not []',
    ],
    [
      'list',
      {},
      (members) => members.list('parts', 2),
      'parts: is missing; it must be a list of 1 to 2 objects',
    ],
  ])('%s %j', (_, value, read, problem) => {
    expect(problemsOf(value, read)).toEqual([`top.0.${problem}`])
  })

  test('a timestamp, and a long value is cut', () => {
    const [problem] = problemsOf({ at: `2024-02-30${'x'.repeat(100)}` }, (members) =>
      members.timestamp('at'),
    )
    expect(problem).toBe(
      `top.0.at: must be a day such as "2024-02-29", a timestamp such as "2024-02-29T14:00Z" or Unix seconds, from 2009 to 2105, not "2024-02-30${'x'.repeat(49)}…`,
    )
  })
})

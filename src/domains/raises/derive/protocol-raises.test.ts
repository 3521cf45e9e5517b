import { expect, test } from 'vitest'
import { isoDay, protocolRaises } from './protocol-raises.ts'
import { type RaiseReport, raiseRounds } from './raise-rounds.ts'

const report = (
  id: string,
  name: string,
  protocol: string | null,
  reporter = 'a',
): RaiseReport => ({
  reporter,
  report: id,
  dateSec: 1_700_006_400 + Number(id) * 86_400,
  name,
  round: 'Seed',
  amount: null,
  valuation: null,
  chains: [],
  sector: null,
  category: null,
  link: null,
  leadInvestors: [],
  otherInvestors: [],
  protocol,
  quality: 'ok',
})

// 1 and 2 are children of parent#x; report 4 tells of the round that report 3 ascribes to the
// parent.
const familyOf = (protocol: string) => (protocol === '9' ? '9' : 'parent#x')
const raises = raiseRounds(
  [
    report('1', 'X V1', '1'),
    report('40', 'X V2', '2'),
    report('80', 'X', 'parent#x'),
    report('81', 'X V1', '1', 'b'),
    report('5', 'Nine', '9'),
    report('6', 'Nobody', null),
  ],
  familyOf,
)
const idsOf = (...members: string[]) =>
  protocolRaises(
    raises,
    members.map((id) => ({ id })),
  ).map(({ reports }) => reports.map(({ report: id }) => id).join('+'))

test.each([
  ['a protocol has the rounds that any report gives it', ['1'], ['80+81', '1']],
  ['a child does not have its sibling’s', ['2'], ['40']],
  ['a parent has those of its family, newest first', ['parent#x', '1', '2'], ['80+81', '40', '1']],
  ['another protocol', ['9'], ['5']],
  ['one that never raised', ['10'], []],
  ['nobody', [], []],
])('default: %s', (_, members, expected) => {
  expect(idsOf(...members)).toEqual(expected)
})

test.each([
  [0, '1970-01-01'],
  [1_740_528_000, '2025-02-26'],
  // A second before the next midnight.
  [1_740_614_399, '2025-02-26'],
  [1_740_614_400, '2025-02-27'],
  [4_294_967_295, '2106-02-07'],
])('isoDay: %d is in %s', (atSec, day) => {
  expect(isoDay(atSec)).toBe(day)
})

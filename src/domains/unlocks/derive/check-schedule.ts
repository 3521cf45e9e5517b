import { DAY_SEC } from '../../../lib/clock.ts'
import { toLookupKey } from '../../../lib/slug.ts'
import { chains, normalizeCoinId } from '../../registry/public.ts'
import { CATEGORIES, type Category, type Schedule, type Section, type Unlock } from '../schedule.ts'
import { addPeriods, LATEST_SEC } from './calendar-time.ts'
import { MAX_POINTS } from './chart-days.ts'
import { ObjectMembers, type Problem } from './object-members.ts'

export interface CheckedSchedule {
  schedule: Schedule | undefined
  problems: Problem[]
}

const MAX_SECTIONS = 40
const MAX_UNLOCKS = 400
/** More steps or periods than this are a line. */
export const MAX_STEPS = 2_000
const MAX_SEGMENTS = 5_000
const MAX_TEXT = 2_000
const SHORTEST_MONTH_DAYS = 28
/** Sums of decimal fractions miss by a little. */
const ROUNDING = 1e-9
// unlocks.md#incentives: what is paid out for using a protocol, unless the section says otherwise.
const INCENTIVES: readonly Category[] = ['farming', 'staking']

const UNLOCK_MEMBERS = {
  cliff: ['type', 'at', 'amount'],
  linear: ['type', 'from', 'to', 'for', 'amount'],
  step: ['type', 'from', 'every', 'steps', 'amountPerStep'],
  decay: ['type', 'from', 'to', 'for', 'every', 'decreasePct', 'amount'],
} as const
const UNLOCK_TYPES = ['cliff', 'linear', 'step', 'decay'] as const

/** The schedule that a value is, or all that is wrong with it (docs/unlock-schedules.md). */
export function checkSchedule(value: unknown): CheckedSchedule {
  const problems: Problem[] = []
  const members = new ObjectMembers(value, [], problems, [
    'name',
    'token',
    'aggregatorId',
    'protocolIds',
    'chain',
    'total',
    'sources',
    'notes',
    'demo',
    'sections',
  ])
  const given = members.text('token', 300)
  const token = normalizeCoinId(given)
  if (token === undefined && given !== '')
    members.fail('token', 'must be a coin id: <chain>:<address> or aggregator:<id>')
  const schedule: Schedule = {
    name: members.text('name', 200),
    token: token ?? '',
    aggregatorId: members.has('aggregatorId') ? members.text('aggregatorId', 200) : null,
    protocolIds: members.texts('protocolIds', 50, 200),
    chain: chainOf(members, token ?? ''),
    total: members.has('total') ? members.amount('total') : null,
    sources: members.texts('sources', 50, MAX_TEXT),
    notes: members.texts('notes', 50, MAX_TEXT),
    isDemo: members.flag('demo'),
    sections: members
      .list('sections', MAX_SECTIONS)
      .map((item) => checkSection(item.value, item.path, problems)),
  }
  if (problems.length === 0) checkTogether(schedule, members, problems)
  return { schedule: problems.length === 0 ? schedule : undefined, problems }
}

function chainOf(members: ObjectMembers, token: string): string | null {
  if (!members.has('chain')) return chains.find(token.split(':')[0] ?? '')?.key ?? null
  const chain = chains.find(members.text('chain', 200))
  if (chain === undefined) members.fail('chain', 'is no chain of data/chains.json')
  return chain?.key ?? null
}

function checkSection(
  value: unknown,
  path: readonly (string | number)[],
  problems: Problem[],
): Section {
  const members = new ObjectMembers(value, path, problems, [
    'label',
    'category',
    'incentive',
    'burn',
    'recorded',
    'allocation',
    'unlocks',
  ])
  const label = members.text('label', 200)
  const category = members.oneOf('category', CATEGORIES) ?? 'insiders'
  const isBurn = members.flag('burn')
  const isRecorded = members.flag('recorded')
  const isIncentive = members.has('incentive')
    ? members.flag('incentive')
    : INCENTIVES.includes(category) && !isBurn
  if (isRecorded && members.has('unlocks'))
    members.fail('unlocks', 'has no place in a recorded section: its figures are records')
  if (isRecorded && isBurn)
    members.fail('burn', 'has no place in a recorded section: a record that falls is a burn')
  if (!isRecorded && members.has('allocation'))
    members.fail('allocation', 'is for recorded sections; a written one gives what its unlocks say')
  return {
    label,
    category,
    isIncentive,
    isBurn,
    isRecorded,
    allocation: members.has('allocation') ? members.amount('allocation') : null,
    unlocks: isRecorded
      ? []
      : members
          .list('unlocks', MAX_UNLOCKS)
          .flatMap((item) => checkUnlock(item.value, item.path, problems) ?? []),
  }
}

function checkUnlock(
  value: unknown,
  path: readonly (string | number)[],
  problems: Problem[],
): Unlock | undefined {
  const type = (value as { type?: unknown } | null)?.type
  const known = UNLOCK_TYPES.find((candidate) => candidate === type)
  const allowed = known === undefined ? Object.values(UNLOCK_MEMBERS).flat() : UNLOCK_MEMBERS[known]
  const members = new ObjectMembers(value, path, problems, allowed)
  switch (members.oneOf('type', UNLOCK_TYPES)) {
    case 'cliff':
      return { type: 'cliff', atSec: members.timestamp('at'), amount: members.amount('amount') }
    case 'linear':
      return { type: 'linear', ...checkRange(members), amount: members.amount('amount') }
    case 'step': {
      const fromSec = members.timestamp('from')
      const every = members.period('every')
      const steps = members.whole('steps', MAX_STEPS)
      if (addPeriods(fromSec, every, steps) > LATEST_SEC)
        members.fail('steps', 'go on past the year 2105')
      return { type: 'step', fromSec, every, steps, amountPerStep: members.amount('amountPerStep') }
    }
    case 'decay': {
      const range = checkRange(members)
      const every = members.period('every')
      if (addPeriods(range.fromSec, every, MAX_STEPS) < range.toSec)
        members.fail('every', `makes more than ${MAX_STEPS} periods`)
      const decreasePct = members.amount('decreasePct', 100)
      if (decreasePct === 100)
        members.fail(
          'decreasePct',
          'must be below 100: after the first period nothing would be left',
        )
      return { type: 'decay', ...range, every, decreasePct, amount: members.amount('amount') }
    }
    default:
      return undefined
  }
}

/** `from` and `to`, or `from` and a length `for`. */
function checkRange(members: ObjectMembers): { fromSec: number; toSec: number } {
  const fromSec = members.timestamp('from')
  if (members.has('to') && members.has('for'))
    members.fail('for', 'and "to" both say when it ends; leave one out')
  const isLength = members.has('for') && !members.has('to')
  const toSec = isLength ? addPeriods(fromSec, members.period('for'), 1) : members.timestamp('to')
  if (toSec > LATEST_SEC) members.fail('for', 'goes on past the year 2105')
  if (toSec <= fromSec && fromSec > 0 && toSec > 0) members.fail('to', 'must be later than "from"')
  return { fromSec, toSec }
}

/** What can only be seen when all parts are there. */
function checkTogether(schedule: Schedule, members: ObjectMembers, problems: Problem[]): void {
  const labels = schedule.sections.map(({ label }) => toLookupKey(label))
  labels.forEach((label, index) => {
    if (labels.indexOf(label) < index)
      problems.push({
        path: ['sections', index, 'label'],
        problem: 'is the label of another section too',
      })
  })
  // Counted before any of them is made.
  const segments = sumOf(schedule.sections.flatMap(({ unlocks }) => unlocks.map(countSegments)))
  if (segments > MAX_SEGMENTS)
    members.fail(
      'sections',
      `have more than ${formatted(MAX_SEGMENTS)} steps and periods; a line says it in one`,
    )
  else checkAmounts(schedule, members)
}

/** Told from the unlocks themselves: a service checks hundreds of schedules when it reads them. */
function checkAmounts({ sections, total }: Schedule, members: ObjectMembers): void {
  const unlocks = sections.flatMap((section) => section.unlocks)
  const spanSec = Math.max(...unlocks.map(endOf)) - Math.min(...unlocks.map(startOf))
  if ((spanSec / DAY_SEC) * sections.length > MAX_POINTS) {
    members.fail(
      'sections',
      `have more than ${formatted(MAX_POINTS)} days together; make them fewer or shorter`,
    )
  }
  const given = sections.filter(({ isBurn }) => !isBurn)
  const sum = sumOf(
    given.flatMap((section) => [section.allocation ?? 0, ...section.unlocks.map(amountOf)]),
  )
  if (total !== null && sum > total * (1 + ROUNDING)) {
    members.fail('total', `is ${formatted(total)}, but the sections add up to ${formatted(sum)}`)
  }
}

function startOf(unlock: Unlock): number {
  return unlock.type === 'cliff' ? unlock.atSec : unlock.fromSec
}

function endOf(unlock: Unlock): number {
  if (unlock.type === 'step') return addPeriods(unlock.fromSec, unlock.every, unlock.steps)
  return unlock.type === 'cliff' ? unlock.atSec : unlock.toSec
}

function amountOf(unlock: Unlock): number {
  return unlock.type === 'step' ? unlock.steps * unlock.amountPerStep : unlock.amount
}

/** At least as many as the unlock makes, told without making them. */
function countSegments(unlock: Unlock): number {
  if (unlock.type === 'step') return unlock.steps
  if (unlock.type !== 'decay') return 1
  const days =
    'days' in unlock.every ? unlock.every.days : unlock.every.months * SHORTEST_MONTH_DAYS
  return Math.ceil((unlock.toSec - unlock.fromSec) / (days * DAY_SEC))
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function formatted(number: number): string {
  return number.toLocaleString('en', { maximumFractionDigits: 6 })
}

import { UsageError } from '../../../lib/errors.ts'
import { readCoinKey } from '../../../sources/adapters/coin-key.ts'
import type { Part, Plain } from '../../../sources/adapters/messages.ts'
import {
  asRecord,
  asText,
  asTexts,
  emptyReading,
  findNumber,
  type Output,
  type PlainRecord,
  type Reading,
  readNumber,
} from '../../../sources/adapters/outputs/output.ts'
import { MAX_STEPS } from '../derive/check-schedule.ts'

const DAY_SEC = 86_400
const MAX_DAYS = 9999

/** Section → schedules (adapters.md#shapes-of-modules) in the form of data/unlocks. */
export function readEmissionOutput(output: Output): Reading {
  const reading = emptyReading()
  const meta = asRecord(output.outline.meta) ?? {}
  const token = asText(meta.token)
  if (token === null) throw new UsageError('meta.token is needed: the coin whose unlocks these are')
  const protocolIds = asTexts(meta.protocolIds)
  const protocol = output.protocol === '' ? protocolIds[0] : output.protocol
  if (protocol === undefined)
    throw new UsageError('meta.protocolIds or --protocol is needed: whom the unlocks belong to')
  const total = findNumber(meta.total, 'meta.total')
  const categories = categoriesOf(asRecord(output.outline.categories) ?? {})
  const parts = output.parts.map((part) => ({ ...part, section: asText(part.section) ?? '' }))
  const replaced = asTexts(asRecord(output.outline.documented)?.replaces)
  const sections = current(parts, replaced).map((part) => {
    const category = categories.get(part.section)
    if (category === undefined)
      reading.warnings.push(
        `the section ${part.section} is in no category; it is taken as noncirculating`,
      )
    return sectionOf(part, category ?? 'noncirculating')
  })
  reading.observations.schedules.push({
    protocol,
    schedule: {
      name: output.name,
      token: readCoinKey(token, output.isChain).coin,
      protocolIds: protocolIds.length > 0 ? protocolIds : [protocol],
      ...(total === null ? {} : { total }),
      sources: asTexts(meta.sources),
      notes: asTexts(meta.notes),
      sections: sections.filter((section) => section !== undefined),
    },
  })
  return reading
}

/** Documented sections replace those that they name. */
function current(parts: readonly Part[], replaced: readonly string[]): Part[] {
  const documented = parts.filter((part) => part.version === 'documented')
  const names = documented.map((part) => part.section)
  return [
    ...parts.filter(
      (part) =>
        part.version === '' && !replaced.includes(part.section) && !names.includes(part.section),
    ),
    ...documented,
  ]
}

function categoriesOf(groups: PlainRecord): Map<string, string> {
  return new Map(
    Object.entries(groups).flatMap(([category, labels]) =>
      asTexts(labels).map((label) => [label, category] as const),
    ),
  )
}

function sectionOf(part: Part, category: string): Record<string, unknown> | undefined {
  const whole = asRecord(part.value)
  const components = Array.isArray(whole?.components)
    ? whole.components.map((one) => asRecord(one) ?? {})
    : undefined
  const results = flatten(
    components === undefined ? part.value : components.map((one) => one.results),
  )
  if (results.length === 0) return undefined
  const amounts = results.map((result) => readNumber(result.amount, `${part.section}, amount`))
  const isBurn = amounts.every((amount) => amount <= 0)
  if (!isBurn && amounts.some((amount) => amount < 0))
    throw new UsageError(
      `the section ${part.section} both unlocks and burns; give burns a section of their own`,
    )
  const isIncentive = whole?.isIncentive ?? components?.some((one) => one.isIncentive === true)
  return {
    label: asText(whole?.displayName) ?? part.section,
    category,
    ...(typeof isIncentive === 'boolean' ? { incentive: isIncentive } : {}),
    ...(isBurn ? { burn: true } : {}),
    unlocks: results.flatMap((result) => unlocksOf(result, part.section)),
  }
}

function flatten(value: Plain): PlainRecord[] {
  if (Array.isArray(value)) return value.flatMap(flatten)
  const record = asRecord(value)
  return record === undefined || record.type === undefined ? [] : [record]
}

function unlocksOf(result: PlainRecord, section: string): Record<string, unknown>[] {
  const where = `the section ${section}`
  const amount = Math.abs(readNumber(result.amount, `${where}, amount`))
  const from = readTimestamp(result.start, `${where}, start`)
  switch (result.type) {
    case 'cliff':
      return [{ type: 'cliff', at: from, amount }]
    case 'linear':
      return [{ type: 'linear', from, to: readTimestamp(result.end, `${where}, end`), amount }]
    case 'step': {
      const every = Math.round(readNumber(result.stepDuration, `${where}, stepDuration`))
      const steps = Math.round(readNumber(result.steps, `${where}, steps`))
      if (steps > MAX_STEPS)
        throw new UsageError(`${where} has ${steps} steps; more than ${MAX_STEPS} are a line`)
      return stepsOf({ from, every, steps, amount })
    }
    default:
      throw new UsageError(`${where} has a schedule of the unknown type ${String(result.type)}`)
  }
}

/** Steps of whole days stay steps, others become cliffs (unlocks.md#schedule-engine). */
function stepsOf({
  from,
  every,
  steps,
  amount,
}: Record<'from' | 'every' | 'steps' | 'amount', number>): Record<string, unknown>[] {
  const days = every / DAY_SEC
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) {
    const period = `${days} ${days === 1 ? 'day' : 'days'}`
    return [{ type: 'step', from, every: period, steps, amountPerStep: amount }]
  }
  return Array.from({ length: steps }, (_, index) => ({
    type: 'cliff',
    at: from + (index + 1) * every,
    amount,
  }))
}

/** Unix seconds, or a day such as 2024-02-29. */
function readTimestamp(value: Plain, where: string): number {
  const parsed =
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
      ? Date.parse(value) / 1000
      : Number(value)
  if (value === undefined || value === null || !Number.isFinite(parsed))
    throw new UsageError(`${where} must be Unix seconds or a day such as 2024-02-29`)
  return Math.round(parsed)
}

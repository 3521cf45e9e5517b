import { sql } from '../../../lib/sql.ts'
import { defineGuard, type Found } from './define-guard.ts'
import { lineName, TOTAL, totalOf } from './guard.ts'
import { spell } from './statistics.ts'

/** tvl.md#records, yields.md#samples, dimensions.md#windows: no impossible negatives or sizes. */
export const bounds = defineGuard({
  name: 'bounds',
  find(reading, _past, { most }) {
    for (const [line, value] of [...reading.lines, ...reading.parts]) {
      const problem = !Number.isFinite(value)
        ? `${value}, which is not a number.`
        : Math.abs(value) > most
          ? `${spell(value)}; the limit is ${spell(most)}.`
          : value < 0 && !reading.watch.signed && `${spell(value)}, below zero.`
      if (problem !== false)
        return [{ severity: 'hold', reason: `${lineName(reading, line)} is ${problem}` }]
    }
    return []
  },
  suspects: ({ watch }, { most }) => [
    sql`NOT isFinite(figure)`,
    ...(watch.signed ? [] : [sql`low < 0`]),
    sql`abs(figure) > ${most} OR high > ${most}`,
  ],
})

/** A figure below zero in a series that never was: the sign was lost or turned. */
export const signError = defineGuard({
  name: 'sign-error',
  find(reading, past, { floor, flagPartShare }) {
    for (const [name, value] of reading.lines) {
      if (!(value < -floor)) continue
      const earlier = past.line(name).between(0, reading.atSec)
      const previous = past.line(name).before(reading.atSec)
      if (previous === undefined || earlier.some((one) => one < 0)) continue
      const reason = `${lineName(reading, name)} is ${spell(value)}; it was ${spell(previous.value)} before and never below zero.`
      return [{ severity: 'hold', reason }]
    }
    const size = [...reading.parts.values()].reduce((sum, value) => sum + Math.abs(value), 0)
    for (const [part, value] of reading.parts) {
      const before = past.parts?.get(part)
      const hasTurned = before !== undefined && before > 0 && value < -floor
      if (!hasTurned || -value < size * flagPartShare) continue
      const reason = `${reading.watch.value} of ${part} is ${spell(value)}; it was ${spell(before)} before.`
      return [{ severity: 'flag', reason }]
    }
    return []
  },
  suspects: (_of, { floor }) => [sql`figure < ${-floor} AND figureBefore >= 0`],
})

/** A first reading has nothing to be compared with, so a very large one waits for a person. */
export const newListing = defineGuard({
  name: 'new-listing',
  find(reading, past, { most }) {
    const value = totalOf(reading)
    const isFirst = past.line(TOTAL).before(reading.atSec) === undefined
    if (!isFirst || !(Math.abs(value) > most)) return []
    const reason = `The first reading of this series has ${reading.watch.value} ${spell(value)}; above ${spell(most)} a person must look.`
    return [{ severity: 'hold', reason }]
  },
  suspects: (_of, { most }) => [sql`isNull(figureBefore) AND abs(figure) > ${most}`],
})

/** One row given twice with different figures, or two owners with exactly the same figure. */
export const duplicate = defineGuard({
  name: 'duplicate',
  find(reading, _past, { floor }) {
    const findings: Found[] = []
    const [first] = reading.contradicted
    if (first !== undefined) {
      const reason = `${reading.contradicted.length} of its rows are given twice with different figures, ${first} among them.`
      findings.push({ severity: 'hold', reason })
    }
    const value = totalOf(reading)
    const [other] = reading.equalSeries
    if (other !== undefined && Math.abs(value) > floor) {
      const reason = `${reading.watch.value} is ${spell(value)} here and, to the last digit, in ${other} at the same time.`
      findings.push({ severity: 'flag', reason })
    }
    return findings
  },
})

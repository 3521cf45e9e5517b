import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOf } from '../days.ts'
import { eventKey } from './calendar-rows.ts'
import { type EarningsEvent, earningsEvents } from './earnings-events.ts'
import { earningsFiling } from './earnings-for-tests.ts'
import type { EarningsFiling } from './quarter-filings.ts'

/**
 * How a quarter is told: days after its end on which results and the report come, and on which
 * preliminary ones do.
 */
const quarter = fc.record({
  preliminary: fc.option(fc.integer({ min: 8, max: 20 }), { nil: undefined }),
  release: fc.option(fc.integer({ min: 21, max: 45 }), { nil: undefined }),
  report: fc.integer({ min: 30, max: 60 }),
  isTold: fc.nat({ max: 9 }).map((number) => number > 0),
})

const at = (day: number) => `${dateOf(day)}T21:30:00Z`

/** Filings of calendar quarters from 2022 on, in the order in which they came. */
function filingsOf(
  quarters: readonly {
    preliminary?: number | undefined
    release?: number | undefined
    report: number
    isTold: boolean
  }[],
) {
  return quarters
    .flatMap(({ preliminary, release, report, isTold }, index): EarningsFiling[] => {
      if (!isTold) return []
      const endDay = Date.UTC(2022, index * 3 + 3, 0) / 86_400_000
      const releases = [preliminary, release].flatMap((days) =>
        days === undefined ? [] : [earningsFiling('8-K', at(endDay + days))],
      )
      const form = index % 4 === 3 ? '10-K' : '10-Q'
      return [
        ...releases,
        earningsFiling(form, at(endDay + report), { reportDate: dateOf(endDay) }),
      ]
    })
    .sort((a, b) => (a.acceptedSec ?? 0) - (b.acceptedSec ?? 0))
}

const byKey = (events: readonly EarningsEvent[]) =>
  new Map(events.map((event) => [eventKey(event), event]))

test('property: when the date of a quarter changes, the one it had is kept beside it', () => {
  fc.assert(
    fc.property(fc.array(quarter, { minLength: 1, maxLength: 14 }), (quarters) => {
      const filings = filingsOf(quarters)
      let before = byKey([])
      for (let count = 1; count <= filings.length; count++) {
        const now = byKey(earningsEvents(filings.slice(0, count), '1231'))
        for (const [key, event] of now) {
          const known = before.get(key)
          // An estimate follows the newest reports and has no history; a filing replaces a date
          // that was shown.
          if (
            known === undefined ||
            event.status === 'estimated' ||
            known.reportDay === event.reportDay
          )
            continue
          expect([key, event.previousDay]).toEqual([key, known.reportDay])
          expect(event.revisionCount).toBeGreaterThanOrEqual(known.revisionCount + 1)
        }
        before = now
      }
    }),
    { numRuns: 300 },
  )
})

test('property: a revision has a date before it that is another, and no event is there twice', () => {
  fc.assert(
    fc.property(fc.array(quarter, { minLength: 1, maxLength: 14 }), (quarters) => {
      const events = earningsEvents(filingsOf(quarters), '1231')
      expect(new Set(events.map(eventKey)).size).toBe(events.length)
      for (const { revisionCount, previousDay, reportDay, status, maxDriftDays } of events) {
        expect(previousDay === null).toBe(revisionCount === 0)
        expect(previousDay).not.toBe(reportDay)
        expect(maxDriftDays === null).toBe(status !== 'estimated')
      }
      expect(events.filter(({ status }) => status !== 'estimated')).toHaveLength(
        quarters.filter(({ isTold }) => isTold).length,
      )
    }),
    { numRuns: 300 },
  )
})

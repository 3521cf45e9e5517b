import { DAY_SEC } from '../../../lib/clock.ts'
import { type DailyPlace, PLAIN, SECTIONS } from '../../tvl/public.ts'
import { ALWAYS, type CountedDays, GroupTotals } from './group-totals.ts'
import type { Member } from './members.ts'
import { oracleShares, securedRanges } from './oracle-shares.ts'

/** The points that a range of time covers, as days. */
export type PointsOf = (range: { fromSec: number; untilSec: number }) => {
  fromDay: number
  untilDay: number
}

/** Days at 00:00 UTC: a range covers the midnights in it. */
export const midnights: PointsOf = ({ fromSec, untilSec }) => ({
  fromDay: Math.ceil(fromSec / DAY_SEC),
  untilDay: Math.ceil(untilSec / DAY_SEC),
})

/** A single point, which is day 0: the newest record of all. */
export function oneTimestamp(atSec: number): PointsOf {
  return ({ fromSec, untilSec }) => ({
    fromDay: 0,
    untilDay: fromSec <= atSec && atSec < untilSec ? 1 : 0,
  })
}

/** The group that counts every protocol secured by any oracle once (attribution.md#oracles). */
export const ALL_ORACLES = ''

const SHOWN_SECTIONS = new Set<string>([PLAIN, ...SECTIONS])

/** Totals by category, original of a fork, family of originals and oracle, and of all oracles. */
export class Attribution {
  readonly categories = new GroupTotals()
  readonly forks = new GroupTotals()
  readonly forkFamilies = new GroupTotals()
  readonly oracles = new GroupTotals()
  readonly allOracles = new GroupTotals()

  /** Adds a protocol to each of its groups (attribution.md#categories-forks-oracles). */
  add(member: Member, given: readonly DailyPlace[], pointsOf: PointsOf): void {
    const places = given.filter(({ section }) => SHOWN_SECTIONS.has(section))
    const plain = places.filter(({ section }) => section === PLAIN)
    for (const [totals, groups] of [
      [this.categories, [member.category]],
      [this.forks, member.originals],
      [this.forkFamilies, member.originalFamilies],
    ] as const) {
      for (const group of groups) {
        for (const place of places) totals.add(group, '', place.section, place, ALWAYS)
        for (const part of member.parts)
          for (const place of plain) totals.add(group, '', part, place, ALWAYS)
        totals.count(
          group,
          plain.map((series) => ({ series, ...ALWAYS })),
        )
      }
    }
    this.#addSecured(member, places, pointsOf)
  }

  #addSecured(member: Member, places: readonly DailyPlace[], pointsOf: PointsOf): void {
    if (member.oracleLinks.length === 0) return
    const counted = new Map<string, (CountedDays & { series: DailyPlace })[]>()
    for (const place of places) {
      const shares = oracleShares(member.oracleLinks, place.chain)
      const parts = [
        ...shares.map(({ oracle, share, ...range }) => ({
          totals: this.oracles,
          group: oracle,
          share,
          range,
        })),
        ...securedRanges(shares).map((range) => ({
          totals: this.allOracles,
          group: ALL_ORACLES,
          share: 1,
          range,
        })),
      ]
      for (const { totals, group, share, range } of parts) {
        const days = { ...pointsOf(range), share }
        totals.add(group, place.chain, place.section, place, days)
        if (place.section === PLAIN) counted.getOrInsert(group, []).push({ series: place, ...days })
      }
    }
    for (const [group, parts] of counted)
      (group === ALL_ORACLES ? this.allOracles : this.oracles).count(group, parts)
  }
}

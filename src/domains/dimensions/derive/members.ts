import { toCategorySlug } from '../../../lib/slug.ts'
import type { Protocol } from '../../registry/public.ts'
import type { DaySeries } from './day-series.ts'

/** What is measured: a protocol, or a chain that earns fees itself. */
export interface Subject {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly category: string | null
  readonly tags: readonly string[]
  readonly type: 'protocol' | 'chain'
  /** Its values are counted in another protocol too. */
  readonly isDoubleCounted: boolean
  /** Absent for a chain. */
  readonly protocol: Protocol | undefined
}

/** A subject with its series of one kind of figure. */
export interface Member {
  readonly subject: Subject
  /** All series: they tell on which days there is a record. */
  readonly all: readonly DaySeries[]
  /** Those whose values make up the figure across chains, or on one chain. */
  readonly counted: readonly DaySeries[]
  /** Those of single chains; distinct users of chains do not add up to what counts. */
  readonly perChain: readonly DaySeries[]
}

/** dimensions.md#who-counts: totals leave out double-counted protocols and chains' own earnings. */
export function countsInTotals({ subject }: Pick<Member, 'subject'>): boolean {
  return !subject.isDoubleCounted && subject.type === 'protocol'
}

/** What is on one chain; a protocol without a series there is left out. */
export function onChain(members: readonly Member[], chain: string): Member[] {
  return members
    .map((member) => {
      const there = member.perChain.filter((series) => series.chain === chain)
      return { ...member, counted: there, perChain: there }
    })
    .filter(({ counted }) => counted.length > 0)
}

/** Members of a category. */
export function inCategory(members: readonly Member[], category: string): Member[] {
  return members.filter(({ subject }) => isInCategory(subject, category))
}

type Categorized = Pick<Subject, 'category' | 'tags'>

/** By name or slug (dimensions.md#breakdowns); a tag counts too (dimensions.md#who-counts). */
export function isInCategory(subject: Categorized, category: string): boolean {
  const slug = toCategorySlug(category)
  return categoriesOf(subject).some((name) => toCategorySlug(name) === slug)
}

/** All categories of some members, in order. */
export function listCategories(members: readonly { subject: Categorized }[]): string[] {
  return [...new Set(members.flatMap(({ subject }) => categoriesOf(subject)))].sort()
}

function categoriesOf({ category, tags }: Categorized): string[] {
  return category === null ? [...tags] : [category, ...tags]
}

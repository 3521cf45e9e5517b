import reference from '../../../../../data/statement-lines.json' with { type: 'json' }

/** Flows are summed and subtracted; averages and per-share figures not; balances are of a day. */
type LineKind = keyof typeof reference.lines
export type LineName = { [K in LineKind]: keyof (typeof reference.lines)[K] }[LineKind]

interface Line {
  readonly kind: LineKind
  /** Tags that mean it, with their taxonomy, the best first. */
  readonly tags: readonly string[]
}

/** Lines that figures are read from, with the tags that companies use for them (equities.md). */
export const LINES = Object.fromEntries(
  Object.entries(reference.lines).flatMap(([kind, lines]) =>
    Object.entries(lines).map(([name, tags]): [string, Line] => [
      name,
      { kind: kind as LineKind, tags: tags.map(fullTag) },
    ]),
  ),
) as Readonly<Record<LineName, Line>>

function fullTag(tag: string): string {
  if (tag.startsWith('ifrs:')) return tag.replace('ifrs:', 'ifrs-full:')
  return tag.includes(':') ? tag : `us-gaap:${tag}`
}

/** A statement filed without one of these lines says zero (equities.md#missing-lines). */
export const MAY_BE_ABSENT: ReadonlySet<LineName> = new Set<LineName>([
  'dividendsPaid',
  'repurchases',
  'issuance',
])

/** Of rounded quarters: a fourth is the year less nine months (equities.md#todays-shares). */
export const FROM_NINE_MONTHS: ReadonlySet<LineName> = new Set<LineName>(['netIncomeToCommon'])

export const LINE_NAMES = Object.keys(LINES) as LineName[]

/** Lines of fundamentals; the rest of the filings need not be read for them. */
export const FUNDAMENTAL_LINES = LINE_NAMES.filter((name) => reference.fundamentals.includes(name))

/** Tags of some lines, each once. */
export function tagsOf(names: readonly LineName[]): string[] {
  return [...new Set(names.flatMap((name) => LINES[name].tags))]
}

import reference from '../../../../../data/statement-lines.json' with { type: 'json' }

/**
 * How the figures of a line behave: a flow is summed and subtracted, an average and a figure per
 * share never, a balance is of one day.
 */
type LineKind = keyof typeof reference.lines
export type LineName = { [K in LineKind]: keyof (typeof reference.lines)[K] }[LineKind]

interface Line {
  readonly kind: LineKind
  /** Tags that mean it, with their taxonomy, the best first. */
  readonly tags: readonly string[]
}

/**
 * Every line that a figure is read from, with the tags that companies use for it (equities.md).
 */
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

/**
 * Lines that many companies have none of: where their statement was filed without the line, there
 * was nothing (equities.md#missing-lines).
 */
export const MAY_BE_ABSENT: ReadonlySet<LineName> = new Set<LineName>([
  'dividendsPaid',
  'repurchases',
  'issuance',
])

/**
 * Lines whose single quarters are rounded, so that a fourth one is the year less the nine months as
 * filed (equities.md#todays-shares).
 */
export const FROM_NINE_MONTHS: ReadonlySet<LineName> = new Set<LineName>(['netIncomeToCommon'])

export const LINE_NAMES = Object.keys(LINES) as LineName[]

/**
 * Lines that fundamentals are made from; the rest of a company's filings need not be read for them.
 */
export const FUNDAMENTAL_LINES = LINE_NAMES.filter((name) => reference.fundamentals.includes(name))

/** Tags of some lines, each once. */
export function tagsOf(names: readonly LineName[]): string[] {
  return [...new Set(names.flatMap((name) => LINES[name].tags))]
}

import type { Value } from './series.ts'

const NEARLY = 1e-6

/**
 * Children under their parent, where all of a family of two or more fit the filters: then the
 * figures of the parent are those of what is shown. Others stand on their own.
 */
export function foldFamilies<Row extends { readonly parentProtocol: string | null }>(
  fitting: readonly Row[],
  all: readonly Row[],
  headOf: (parent: string, children: readonly Row[]) => Row | null,
): Row[] {
  const families = byParent(fitting)
  const sizes = byParent(all)
  const heads = new Map<string, Row>()
  for (const [parent, children] of families) {
    const isWhole = children.length > 1 && children.length === sizes.get(parent)?.length
    const head = isWhole ? headOf(parent, children) : null
    if (head !== null) heads.set(parent, head)
  }
  const alone = fitting.filter(({ parentProtocol }) => !heads.has(parentProtocol ?? ''))
  return [...alone, ...heads.values()]
}

function byParent<Row extends { readonly parentProtocol: string | null }>(rows: readonly Row[]) {
  const children = rows.filter(({ parentProtocol }) => parentProtocol !== null)
  return Map.groupBy(children, ({ parentProtocol }) => parentProtocol ?? '')
}

/** The sum of parts that are all known; null where one is not. */
export function wholeSum(parts: readonly Value[]): Value {
  return parts.reduce<Value>(
    (sum, part) => (sum === null || part === null ? null : sum + part),
    parts.length === 0 ? null : 0,
  )
}

/** Change of a sum in percent, from its parts and theirs; null where one is not known. */
export function changeOfSum(
  parts: readonly { readonly value: Value; readonly percent: Value }[],
): Value {
  const now = wholeSum(parts.map(({ value }) => value))
  const before = wholeSum(parts.map(({ value, percent }) => valueBefore(value, percent)))
  return now === null || before === null || before === 0 ? null : (now / before - 1) * 100
}

function valueBefore(value: Value, percent: Value): Value {
  return value === null || percent === null || percent <= -100 ? null : value / (1 + percent / 100)
}

/** Whether parts add up to a figure, but for rounding. */
export function addUpTo(parts: readonly Value[], figure: number): boolean {
  const sum = wholeSum(parts)
  return sum !== null && Math.abs(sum - figure) <= Math.abs(figure) * NEARLY
}

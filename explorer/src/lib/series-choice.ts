import { last, type Series, total } from './series.ts'

/** Which of many series are drawn by name. */

export interface Choice {
  /** Series by their last value, largest first; the rest is named last. */
  readonly names: readonly string[]
  readonly shown: readonly Series[]
}

export interface ChoiceOptions {
  readonly count: number
  /** Names that were picked; those that are no series here do not count. */
  readonly only: readonly string[]
  /** Name of the sum of all others; null where a sum would mean nothing. */
  readonly restName: string | null
}

/** The largest series and the rest in one, or those that were picked. */
export function chosen(
  series: readonly Series[],
  { count, only, restName }: ChoiceOptions,
): Choice {
  const ranked = series.toSorted((a, b) => (last(b.values) ?? 0) - (last(a.values) ?? 0))
  const isAll = ranked.length <= count
  const top = isAll ? ranked : ranked.slice(0, restName === null ? count : count - 1)
  const rest = restName === null ? [] : ranked.slice(top.length)
  const names = [...ranked.map(({ name }) => name), ...(rest.length > 0 ? [restName ?? ''] : [])]
  const wanted = new Set(only.filter((name) => names.includes(name)))
  const named = wanted.size === 0 ? top : ranked.filter(({ name }) => wanted.has(name))
  const others = rest.filter(({ name }) => !wanted.has(name))
  const hasRest = others.length > 0 && (wanted.size === 0 || wanted.has(restName ?? ''))
  if (!hasRest || restName === null) return { names, shown: named }
  const length = Math.max(0, ...others.map(({ values }) => values.length))
  return { names, shown: [...named, { name: restName, values: total(others, length) }] }
}

/** The names to pick when one is switched; none for the choice by itself. The last one stays. */
export function switched(
  name: string,
  shown: readonly string[],
  byItself: readonly string[],
): readonly string[] {
  const next = shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]
  if (next.length === 0) return shown
  const isSame = next.length === byItself.length && byItself.every((other) => next.includes(other))
  return isSame ? [] : next
}

import {
  filedValues,
  type PeriodFigure,
  type PeriodValues,
  periodValues,
  quartersIn,
} from './period-values.ts'

// Quarters and year may differ by what companies round away.
const ROUNDING = 0.001

/**
 * Years and quarters of a flow that several tags may stand for, the best first: each period takes
 * the best tag that has it.
 */
export function flowValues(perTag: readonly (readonly PeriodFigure[])[]): PeriodValues {
  return withoutMisfits(mergeTags(perTag.map(periodValues)))
}

/** The same for what is never summed nor subtracted: averages and figures per share. */
export function plainValues(perTag: readonly (readonly PeriodFigure[])[]): PeriodValues {
  return mergeTags(perTag.map(filedValues))
}

/**
 * The same for a flow that many companies have none of: a statement that was filed without the line
 * says zero (decision 121).
 */
export function flowOrZero(
  perTag: readonly (readonly PeriodFigure[])[],
  statements: readonly PeriodFigure[],
): PeriodValues {
  const key = ({ startDay, endDay }: PeriodFigure) => `${startDay} ${endDay}`
  const merged = new Map<string, PeriodFigure>()
  for (const figure of perTag.flat()) if (!merged.has(key(figure))) merged.set(key(figure), figure)
  for (const filed of statements)
    if (!merged.has(key(filed))) merged.set(key(filed), { ...filed, value: 0, firstValue: 0 })
  return withoutMisfits(periodValues([...merged.values()]))
}

function mergeTags(perTag: readonly PeriodValues[]): PeriodValues {
  const merge = (kind: keyof PeriodValues) =>
    new Map([...perTag].reverse().flatMap((values) => [...values[kind]]))
  return { years: merge('years'), quarters: merge('quarters') }
}

/**
 * Quarters add up to their year, or the last one is unknown: tags or states of the books were mixed
 * (decision 120).
 */
function withoutMisfits({ years, quarters }: PeriodValues): PeriodValues {
  const kept = new Map(quarters)
  const ends = [...quarters.keys()].sort((a, b) => a - b)
  for (const [endDay, year] of years) {
    const at = ends.indexOf(endDay)
    const four = at < 3 ? [] : ends.slice(at - 3, at + 1)
    if (four.length < 4 || quartersIn((four[0] ?? 0) + 1, endDay) !== 3) continue
    const sum = four.reduce((total, day) => total + (quarters.get(day)?.value ?? 0), 0)
    if (Math.abs(sum - year.value) > ROUNDING * Math.max(Math.abs(year.value), Math.abs(sum)))
      kept.delete(endDay)
  }
  return { years, quarters: kept }
}

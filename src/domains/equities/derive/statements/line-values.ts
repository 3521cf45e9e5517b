import { at } from '../../../../lib/at.ts'
import {
  type Before,
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
export function flowValues(
  perTag: readonly (readonly PeriodFigure[])[],
  before?: Before,
): PeriodValues {
  return withoutMisfits(mergeTags(perTag.map((figures) => periodValues(figures, before))))
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
  const fitting = new Map(quarters)
  const ends = [...quarters.keys()].sort((a, b) => a - b)
  for (const [endDay, year] of years) {
    const four = ends.slice(0, ends.indexOf(endDay) + 1).slice(-4)
    if (four.length < 4 || quartersIn(at(four, 0) + 1, endDay) !== 3) continue
    const values = four.flatMap((day) => quarters.get(day)?.value ?? [])
    const sum = values.reduce((total, value) => total + value, 0)
    if (Math.abs(sum - year.value) > ROUNDING * Math.max(Math.abs(year.value), Math.abs(sum)))
      fitting.delete(endDay)
  }
  return { years, quarters: fitting }
}

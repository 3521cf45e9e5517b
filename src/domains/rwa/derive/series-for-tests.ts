import type { DayValues, UsdLine } from './daily-line.ts'

/** A daily series from day 100 on; `_` is a day without a figure. */
export function days(text: string, firstDay = 100): DayValues {
  return {
    firstDay,
    values: Float64Array.from(text.split(' '), (word) =>
      word === '_' ? Number.NaN : Number(word),
    ),
  }
}

/** A cleaned line from day 100 on; `~` before a figure says that it was interpolated. */
export function line(text: string, firstDay = 100): UsdLine {
  const words = text.split(' ')
  return {
    firstDay,
    usd: Float64Array.from(words, (word) => Number(word.replace('~', ''))),
    interpolated: Uint8Array.from(words, (word) => Number(word.startsWith('~'))),
  }
}

/** How a line goes on after the last report: the figure stands for seven days. */
export function standing(usd: number): string {
  return ` ~${usd}`.repeat(7)
}

/** A line as the text it is written as in tables. */
export function textOf(cleaned: UsdLine | undefined): string {
  if (cleaned === undefined) return 'nothing'
  return Array.from(
    cleaned.usd,
    (usd, index) => `${cleaned.interpolated[index] === 1 ? '~' : ''}${usd}`,
  ).join(' ')
}

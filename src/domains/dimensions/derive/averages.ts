import type { Totals } from './totals.ts'

// Days of an average month, as this field counts them (semantics 7.4).
const DAYS_PER_MONTH = 30.44
const LEAST_RECORDS = 30

export interface Averages {
  average1y: number | null
  monthlyAverage1y: number | null
}

/**
 * The year's total per day with a record, and that times a month when there are enough records. A
 * level is an average already.
 */
export function averagesOf({ total1y, yearDays }: Totals, kind: 'flow' | 'level'): Averages {
  if (kind === 'level') return { average1y: total1y, monthlyAverage1y: null }
  const days = yearDays.reduce((sum, day) => sum + day, 0)
  const average1y = total1y === null || days === 0 ? null : total1y / days
  return {
    average1y,
    monthlyAverage1y:
      average1y === null || days < LEAST_RECORDS ? null : average1y * DAYS_PER_MONTH,
  }
}

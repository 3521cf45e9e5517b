import { DAY_SEC } from '../../lib/times.ts'

/** Ends of days and months that people ask about, before now. */
export function pastMoments(nowSec: number): { name: string; sec: number }[] {
  const now = new Date(nowSec * 1000)
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth()
  const today = Math.floor(nowSec / DAY_SEC) * DAY_SEC
  return [
    { name: 'yesterday', sec: today - 1 },
    { name: 'a week ago', sec: nowSec - 7 * DAY_SEC },
    { name: 'end of last month', sec: Date.UTC(year, month) / 1000 - 1 },
    { name: 'end of last quarter', sec: Date.UTC(year, month - (month % 3)) / 1000 - 1 },
    { name: 'end of last year', sec: Date.UTC(year, 0) / 1000 - 1 },
  ]
}

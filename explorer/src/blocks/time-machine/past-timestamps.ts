import { DAY_SEC, dayStart, grouped } from '../../lib/writing.ts'

/** Ends of days and months that people ask about, before now. */
export function pastTimestamps(nowSec: number): { name: string; sec: number }[] {
  const now = new Date(nowSec * 1000)
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth()
  const today = dayStart(nowSec)
  return [
    { name: 'yesterday', sec: today - 1 },
    { name: 'a week ago', sec: nowSec - 7 * DAY_SEC },
    { name: 'end of last month', sec: Date.UTC(year, month) / 1000 - 1 },
    { name: 'end of last quarter', sec: Date.UTC(year, month - (month % 3)) / 1000 - 1 },
    { name: 'end of last year', sec: Date.UTC(year, 0) / 1000 - 1 },
  ]
}

// Their responses are about the service as it is, and know no timestamp of the past.
const OF_NOW = ['/freshness', '/datasets', '/keys', '/build', '/downloads']

/** Whether a page shows the present, whatever timestamp the URL has. */
export function isOfNow(path: string): boolean {
  return OF_NOW.some((page) => path === page || path.startsWith(`${page}/`))
}

/** How many published figures were changed shortly after. */
export function changesText(
  lines: readonly { readonly figures: number }[],
  hasMore: boolean,
): string {
  const figures = lines.reduce((sum, line) => sum + line.figures, 0)
  if (figures === 0) return 'no figure was changed since'
  if (figures === 1) return '1 figure was changed since'
  const count = `${hasMore ? 'over ' : ''}${grouped(figures, 0)}`
  return `${count} figures of ${grouped(lines.length, 0)} series were changed since`
}

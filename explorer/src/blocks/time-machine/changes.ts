import { grouped } from '../../lib/numbers.ts'

// Their answers are about the service as it is, and know no moment of the past.
const OF_NOW = ['/freshness', '/datasets', '/keys', '/build', '/downloads']

/** Whether a page shows the present, whatever moment the address has. */
export function isOfNow(path: string): boolean {
  return OF_NOW.some((page) => path === page || path.startsWith(`${page}/`))
}

/** How many published figures were changed after a moment. */
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

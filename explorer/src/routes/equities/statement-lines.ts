import type { Body } from '../../api/request.ts'

export type Statement = Body<'getEquityStatements'>['incomeStatement']

export interface Line {
  readonly label: string
  readonly values: readonly (number | null)[]
  /** The line that it is a part of. */
  readonly parent: string | null
  readonly hasChildren: boolean
}

/** Lines of a statement in its order; parts follow the lines that are opened. */
export function linesOf(
  statement: Statement,
  period: 'quarterly' | 'annual',
  opened: readonly string[],
): Line[] {
  const { values, children } = statement[period]
  return statement.labels.flatMap((label, index) => {
    const parts = statement.children[period][label]?.labels ?? []
    const line = { label, values: values[index] ?? [], parent: null, hasChildren: parts.length > 0 }
    if (!opened.includes(label)) return [line]
    return [
      line,
      ...parts.map((part, place) => ({
        label: part,
        values: children[label]?.values[place] ?? [],
        parent: label,
        hasChildren: false,
      })),
    ]
  })
}

/** Figures per share are dollars; all others millions. */
export function unitSizeOf(label: string): number {
  return label.startsWith('EPS') ? 1 : 1e6
}

const SUMS = /^(Total|Revenue|Gross Profit|Operating Income|Net Income|Cash Flow from|Free Cash)/

/** Whether a line is set in bold: sums and results. */
export function isSum(label: string): boolean {
  return SUMS.test(label)
}

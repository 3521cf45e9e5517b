const SERIES = [1, 2, 3, 4, 5, 6, 7, 8]

export interface ChartColors {
  readonly lines: readonly string[]
  readonly ramp: readonly string[]
  readonly rest: string
  readonly ink: string
  readonly label: string
  readonly paper: string
  readonly grid: string
  readonly rule: string
  readonly held: string
  readonly revised: string
  readonly font: string
}

let made: { theme: string | undefined; colors: ChartColors } | null = null

/** The tokens that a canvas needs, read once a theme. */
export function readColors(): ChartColors {
  const { theme } = document.documentElement.dataset
  if (made !== null && made.theme === theme) return made.colors
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const colors: ChartColors = {
    lines: SERIES.map((number) => token(`line-${number}`)),
    ramp: SERIES.map((number) => token(`ramp-${number}`)),
    rest: token('rule-strong'),
    ink: token('ink'),
    label: token('ink-3'),
    paper: token('paper'),
    grid: token('grid'),
    rule: token('rule-strong'),
    held: token('held'),
    revised: token('revised'),
    font: `11px ${token('sans')}`,
  }
  made = { theme, colors }
  return colors
}

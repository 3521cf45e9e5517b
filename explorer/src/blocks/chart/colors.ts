import type { Layer, Prepared } from './prepare.ts'

const SERIES = [1, 2, 3, 4, 5, 6, 7, 8]
/** Two digits of transparency after a colour. */
const FAINT = '66'
const AREA = '1a'
const BAND = '3d'

/** Tokens of the style sheet by what they colour. */
const TOKENS = {
  rest: 'rule-strong',
  ink: 'ink',
  label: 'ink-3',
  paper: 'paper',
  grid: 'grid',
  rule: 'rule-strong',
  held: 'held',
  revised: 'revised',
  up: 'up',
  down: 'down',
  revisedPaper: 'revised-paper',
  ghost: 'ghost',
  hatch: 'hatch',
} as const

export interface ChartColors extends Readonly<Record<keyof typeof TOKENS, string>> {
  readonly lines: readonly string[]
  readonly ramp: readonly string[]
  readonly font: string
}

let made: { theme: string | undefined; colors: ChartColors } | null = null

/** The tokens that a canvas needs, read once a theme. */
export function readColors(): ChartColors {
  const { theme } = document.documentElement.dataset
  if (made !== null && made.theme === theme) return made.colors
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const plain = Object.entries(TOKENS).map(([name, key]) => [name, token(key)])
  const colors: ChartColors = {
    ...(Object.fromEntries(plain) as Record<keyof typeof TOKENS, string>),
    lines: SERIES.map((number) => token(`line-${number}`)),
    ramp: SERIES.map((number) => token(`ramp-${number}`)),
    font: `11px ${token('sans')}`,
  }
  made = { theme, colors }
  return colors
}

/** The colour of a layer. Beyond the palette lines are grey until pointed at. */
export function colorOf(
  { name, look, place }: Layer,
  prepared: Prepared,
  colors: ChartColors,
  focused: string | null = null,
): string {
  if (look === 'average') return prepared.isBars ? colors.ink : (colors.lines[0] ?? colors.ink)
  const isAlone = prepared.layers.filter((layer) => layer.look === 'main').length === 1
  if (look === 'ghost' && (isAlone || prepared.isStacked)) return colors.ghost
  if (focused !== null && focused !== name) return colors.rest
  const palette = prepared.isStacked ? colors.ramp : colors.lines
  const color = palette[place] ?? (focused === name ? colors.ink : colors.rest)
  const hasAverage = prepared.layers.some((layer) => layer.look === 'average')
  return hasAverage && look === 'main' ? `${color}${FAINT}` : color
}

/** What is under a line: a faint area under a single one, nothing under several. */
export function areaOf(layer: Layer, prepared: Prepared, color: string): string | null {
  if (layer.look !== 'main') return null
  if (prepared.isStacked || prepared.isBars) return color
  const isAlone = prepared.layers.filter(({ look }) => look === 'main').length === 1
  const hasZero = prepared.unit === 'own' && !prepared.isLogarithmic
  return isAlone && hasZero ? `${color.slice(0, 7)}${AREA}` : null
}

/** The band of confidence around the first line. */
export function bandColor({ lines, ink }: ChartColors): string {
  return `${lines[0] ?? ink}${BAND}`
}

/** Layers in the order they are painted: of a stack the outermost first. */
export function paintOrder({ layers, isStacked }: Prepared): readonly Layer[] {
  if (!isStacked) return layers
  const main = layers.filter(({ look }) => look === 'main')
  return [...main.toReversed(), ...layers.filter(({ look }) => look !== 'main')]
}

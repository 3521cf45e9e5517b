import { ChartChips } from './chart-chips.tsx'
import { ChartOptions } from './chart-options.tsx'
import type { Drawing } from './drawing.ts'
import { ExportChart } from './export-chart.tsx'
import { Legend } from './legend.tsx'
import { MarkKey } from './mark-key.tsx'
import type { SeriesView } from './series-block.tsx'
import type { Shaped } from './shape.ts'

export interface ChartFootProps {
  readonly label: string
  readonly address: string
  readonly isDemo: boolean
  readonly view: SeriesView
  readonly shaped: Shaped
  readonly drawing: Drawing
  readonly isStack: boolean
  readonly isTable: boolean
  readonly knowsPast: boolean
  readonly newestSec: number
  /** What an earlier state was refused with. */
  readonly refused: string | null
  write(value: number): string
  onFocus(name: string | null): void
  onToggle(name: string): void
  onTable(): void
}

/** Under a plot: names, what shapes mean, and what can be done with it. */
export function ChartFoot(props: ChartFootProps) {
  const { label, address, view, shaped, drawing, isTable } = props
  return (
    <footer className="chart-foot">
      {shaped.names.length > 1 && (
        <Legend
          names={shaped.names}
          shown={shaped.shown}
          prepared={shaped.prepared}
          onToggle={props.onToggle}
          onFocus={props.onFocus}
        />
      )}
      <MarkKey drawing={drawing} />
      <ChartChips view={view} shaped={shaped} refused={props.refused} />
      <div className="actions">
        <ChartOptions
          view={view}
          isStack={props.isStack}
          knowsPast={props.knowsPast}
          newestSec={props.newestSec}
        />
        <button type="button" className="action" aria-pressed={isTable} onClick={props.onTable}>
          View as table
        </button>
        <ExportChart
          title={label}
          address={address}
          isDemo={props.isDemo}
          drawing={drawing}
          write={props.write}
        />
      </div>
    </footer>
  )
}

import type { Drawing } from './drawing.ts'
import type { Mark } from './notes.ts'
import { markPath } from './shapes.ts'

const NAMES: Record<Mark['shape'], string> = {
  revised: 'revised',
  held: 'newer reading held back',
  carried: 'carried',
}
const SHAPES = ['revised', 'held', 'carried'] as const

/** What the shapes on a chart mean, of those that are on it. */
export function MarkKey({ drawing: { marks, gaps, revisedSecs, band } }: { drawing: Drawing }) {
  const shapes = SHAPES.filter((shape) => marks.some((mark) => mark.shape === shape))
  const isPlain = shapes.length === 0 && gaps.length === 0 && revisedSecs.length === 0
  if (isPlain && band === undefined) return null
  return (
    <ul className="mark-key">
      {shapes.map((shape) => (
        <li key={shape}>
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path className={shape} d={markPath(shape, 6, 6, 3.8)} />
          </svg>
          {NAMES[shape]}
        </li>
      ))}
      {gaps.length > 0 && (
        <li>
          <i className="swatch gap" />
          no figure
        </li>
      )}
      {revisedSecs.length > 0 && (
        <li>
          <i className="swatch tint" />
          another figure then
        </li>
      )}
      {band !== undefined && (
        <li>
          <i className="swatch band" />
          band: what the price lacks of full confidence, to either side
        </li>
      )}
    </ul>
  )
}

import { memo, useState } from 'react'
import type { Drawing, Mark } from './notes.ts'
import type { Prepared } from './prepare.ts'
import { markPath } from './shapes.ts'

const SEARCH_FROM = 9
const PALETTE = 8

export interface LegendProps {
  /** Every series, shown or not. */
  readonly names: readonly string[]
  readonly shown: readonly string[]
  readonly prepared: Prepared
  onToggle(name: string): void
  onFocus(name: string | null): void
}

/** All series by name: searched, hidden and shown, pointed at. */
export const Legend = memo(function Legend(props: LegendProps) {
  const { names, shown, prepared, onToggle, onFocus } = props
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = names.filter((name) => name.toLowerCase().includes(wanted))
  // Those that are drawn come first, in the order of their colours.
  const ordered = [
    ...shown.filter((name) => found.includes(name)),
    ...found.filter((name) => !shown.includes(name)),
  ]
  return (
    <div className="legend">
      {names.length >= SEARCH_FROM && (
        <input
          type="search"
          value={search}
          placeholder={`Find among ${names.length}`}
          aria-label="Find a series"
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <ul>
        {ordered.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={shown.includes(name)}
              onClick={() => onToggle(name)}
              onPointerEnter={() => onFocus(name)}
              onPointerLeave={() => onFocus(null)}
              onFocus={() => onFocus(name)}
              onBlur={() => onFocus(null)}
            >
              <i className={`swatch ${classOf(prepared, name)}`} />
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {ordered.length === 0 && <p className="faint">No series of that name.</p>}
    </div>
  )
})

function classOf(prepared: Prepared, name: string): string {
  const layer = prepared.layers.find((each) => each.look === 'main' && each.name === name)
  return layer === undefined ? 'off' : swatchOf(prepared, layer.place)
}

/** The class of a colour; none beyond the palette. */
export function swatchOf({ isStacked }: Prepared, place: number): string {
  return place < PALETTE ? `${isStacked ? 'ramp' : 'line'}-${place + 1}` : ''
}

const NAMES: Record<Mark['shape'], string> = {
  revised: 'revised',
  held: 'newer reading held back',
  carried: 'carried',
}
const SHAPES = ['revised', 'held', 'carried'] as const

const GROUNDS = [
  ['gap', 'no figure'],
  ['tint', 'another figure then'],
  ['band', 'band: what the price lacks of full confidence, to either side'],
] as const

/** What the shapes on a chart mean, of those that are on it. */
export function MarkKey({ drawing: { marks, gaps, revisedSecs, band } }: { drawing: Drawing }) {
  const shapes = SHAPES.filter((shape) => marks.some((mark) => mark.shape === shape))
  const grounds = GROUNDS.filter(
    ([swatch]) => ({ gap: gaps.length, tint: revisedSecs.length, band: band })[swatch],
  )
  if (shapes.length === 0 && grounds.length === 0) return null
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
      {grounds.map(([swatch, words]) => (
        <li key={swatch}>
          <i className={`swatch ${swatch}`} />
          {words}
        </li>
      ))}
    </ul>
  )
}

import { memo, useState } from 'react'
import type { Prepared } from './prepare.ts'

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
              <i className={`swatch ${swatchOf(prepared, shown.indexOf(name))}`} />
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {ordered.length === 0 && <p className="faint">No series of that name.</p>}
    </div>
  )
})

/** The class of a colour; none for what is not drawn or beyond the palette. */
export function swatchOf({ isStacked }: Prepared, place: number): string {
  if (place < 0) return 'off'
  return place < PALETTE ? `${isStacked ? 'ramp' : 'line'}-${place + 1}` : ''
}

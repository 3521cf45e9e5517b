import { useState } from 'react'

const SEARCH_FROM = 9

export interface LegendProps {
  readonly names: readonly string[]
  readonly isStacked: boolean
  readonly hidden: ReadonlySet<string>
  onToggle(name: string): void
  onFocus(name: string | null): void
}

/** All series by name: searched, hidden and shown, pointed at. */
export function Legend({ names, isStacked, hidden, onToggle, onFocus }: LegendProps) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const palette = isStacked ? 'ramp' : 'line'
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
        {names.map((name, index) =>
          name.toLowerCase().includes(wanted) ? (
            <li key={name}>
              <button
                type="button"
                aria-pressed={!hidden.has(name)}
                onClick={() => onToggle(name)}
                onPointerEnter={() => onFocus(name)}
                onPointerLeave={() => onFocus(null)}
                onFocus={() => onFocus(name)}
                onBlur={() => onFocus(null)}
              >
                <i className={`swatch ${palette}-${index + 1}`} />
                {name}
              </button>
            </li>
          ) : null,
        )}
      </ul>
    </div>
  )
}

import { useState } from 'react'
import { COMPARED, type Compared } from './compared.ts'

/** A figure and a name: one more series. */
export function AddSeries({ onAdd }: { onAdd(text: string): void }) {
  const [figure, setFigure] = useState<Compared>('tvl')
  const [name, setName] = useState('')
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onAdd(`${figure}:${name.trim()}`)
        setName('')
      }}
    >
      <select
        aria-label="Figure"
        value={figure}
        onChange={(event) => setFigure(event.target.value as Compared)}
      >
        {Object.entries(COMPARED).map(([id, { label }]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <input
        aria-label="Name or id"
        placeholder={COMPARED[figure].placeholder}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="primary">
        Add
      </button>
    </form>
  )
}

import { useId, useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { type Completion, suggestionsOf, typedPart } from '../../lib/completions.ts'
import { usePaused } from '../../page/use-paused.ts'

const PAUSE_MS = 150
const MAX_NAMES = 20

/** A field that is completed from the service's index of names; the largest while it is empty. */
export function CompletedInput(props: {
  id: string
  completion: Completion
  value: string
  placeholder: string
  onChange(value: string): void
}) {
  const { id, completion, value, placeholder, onChange } = props
  const list = useId()
  // Forms have many fields: names are asked for in the one that is used.
  const [isUsed, setIsUsed] = useState(false)
  const part = typedPart(usePaused(value, PAUSE_MS))
  const wanted = isUsed && part !== null ? part.wanted : null
  const { kind } = completion
  const found = useOperation(
    'getSearch',
    wanted === null || wanted === '' ? null : { q: wanted, kind, limit: MAX_NAMES },
    { knowsPast: false },
  )
  const largest = useOperation('getIndex', wanted === '' ? { kind, limit: MAX_NAMES } : null, {
    knowsPast: false,
  })
  const entries = wanted === '' ? largest.data?.body.entries : found.data?.body.hits
  return (
    <>
      <input
        id={id}
        list={list}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        onFocus={() => setIsUsed(true)}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {suggestionsOf(entries ?? [], completion, part?.before ?? '').map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </datalist>
    </>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { openSession, type Session } from '../../api/session.ts'

/** A field for a key; what was refused without it is asked again. */
export function KeyField({ onEntered }: { onEntered?(session: Session): void }) {
  const queries = useQueryClient()
  const [key, setKey] = useState('')
  const [outcome, setOutcome] = useState<string | null>(null)
  const enter = async () => {
    const { session, message } = await openSession(key)
    setOutcome(message)
    setKey('')
    onEntered?.(session)
    await queries.invalidateQueries()
  }
  return (
    <>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          void enter()
        }}
      >
        <input
          type="password"
          autoComplete="off"
          aria-label="Key"
          placeholder="Key"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <button type="submit" className="primary" disabled={key === ''}>
          Enter
        </button>
      </form>
      {outcome !== null && <p role="status">{outcome}</p>}
    </>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/ask.ts'
import { askOperator } from '../../api/ask-operator.ts'
import type { AnswerOf } from '../../api/operations.ts'
import { Command } from '../../blocks/states/command.tsx'
import { Refusal } from '../../blocks/states/refusal.tsx'
import { KeyTable } from './key-table.tsx'
import { KeyUse } from './key-use.tsx'
import { NewKey } from './new-key.tsx'

/** Keys of all accounts, for who has an operator's key. */
export function AdministerKeys() {
  const [operator, setOperator] = useState('')
  const [typed, setTyped] = useState('')
  return (
    <section className="block">
      <header className="section-head">
        <h2>Administer keys</h2>
        <span className="note">with an operator’s key, held in this page until it is closed</span>
        {operator !== '' && (
          <div className="actions">
            <button type="button" className="action" onClick={() => setOperator('')}>
              Close
            </button>
          </div>
        )}
      </header>
      {operator === '' ? (
        <>
          <form
            className="filters"
            onSubmit={(event) => {
              event.preventDefault()
              setOperator(typed)
              setTyped('')
            }}
          >
            <input
              type="password"
              autoComplete="off"
              aria-label="Operator’s key"
              placeholder="Operator’s key"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <button type="submit" className="primary" disabled={typed === ''}>
              Open
            </button>
          </form>
          <p className="dim">One is made on the command line of the service:</p>
          <Command>almanac keys create --name my-desk --operator</Command>
        </>
      ) : (
        <Opened key={operator} operator={operator} />
      )}
    </section>
  )
}

function Opened({ operator }: { operator: string }) {
  const queries = useQueryClient()
  const [made, setMade] = useState<string | null>(null)
  const asked = useQuery<AnswerOf<'listKeys'>, ApiError>({
    queryKey: ['keys', operator],
    queryFn: () => askOperator(operator, 'listKeys', {}),
    retry: false,
    gcTime: 0,
  })
  const done = (text: string | null) => {
    if (text !== null) setMade(text)
    void queries.invalidateQueries({ queryKey: ['keys', operator] })
  }
  if (asked.error !== null)
    return <Refusal error={asked.error} onRetry={() => void asked.refetch()} />
  if (asked.data === undefined) return <p className="dim">Loading</p>
  return (
    <>
      <NewKey operator={operator} onMade={done} />
      {made !== null && (
        <div role="status">
          <p>The key. It is shown only here, only now:</p>
          <Command>{made}</Command>
        </div>
      )}
      <KeyTable operator={operator} keys={asked.data.keys} onDone={done} />
      <KeyUse operator={operator} keys={asked.data.keys} />
    </>
  )
}

import { useState } from 'react'
import type { ApiError } from '../../api/ask.ts'
import { askOperator } from '../../api/ask-operator.ts'

/** Makes a key by its name, with limits where they are given. */
export function NewKey({
  operator,
  onMade,
}: {
  operator: string
  onMade(text: string | null): void
}) {
  const [name, setName] = useState('')
  const [rate, setRate] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const make = async () => {
    try {
      const body = rate === '' ? { name } : { name, ratePerMinute: Number(rate) }
      const { text } = await askOperator(operator, 'postKey', { body })
      setName('')
      setMessage(null)
      onMade(text)
    } catch (error) {
      setMessage((error as ApiError).message)
    }
  }
  return (
    <>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <input
          aria-label="Name of the new key"
          placeholder="name of a new key"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <input
          aria-label="Requests a minute"
          placeholder="requests a minute"
          inputMode="numeric"
          value={rate}
          onChange={(event) => setRate(event.target.value)}
        />
        <button type="submit" className="primary" disabled={name === ''}>
          Make a key
        </button>
      </form>
      {message !== null && <p role="alert">{message}</p>}
    </>
  )
}

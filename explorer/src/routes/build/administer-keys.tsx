import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askOperator } from '../../api/ask.ts'
import { errorText } from '../../api/client.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { Button, Form } from '../../blocks/controls/button.tsx'
import { Command } from '../../blocks/states/command.tsx'
import { SecretForm } from '../../blocks/states/key-field.tsx'
import { Refusal } from '../../blocks/states/refusal.tsx'
import { PlainTable } from '../../blocks/table/plain-table.tsx'
import { grouped, utcText } from '../../lib/writing.ts'
import { Section } from '../../page/section.tsx'
import { KeyUse, useOperator } from './key-use.tsx'

/** Keys of all accounts, for who has an operator's key. */
export function AdministerKeys() {
  const [operator, setOperator] = useState('')
  return (
    <Section
      title="Administer keys"
      note="with an operator’s key, held in this page until it is closed"
      actions={operator !== '' && <Button onClick={() => setOperator('')}>Close</Button>}
    >
      {operator === '' ? (
        <>
          <SecretForm label="Operator’s key" verb="Open" onSend={setOperator} />
          <p className="dim">One is made on the command line of the service:</p>
          <Command>almanac keys create --name my-desk --operator</Command>
        </>
      ) : (
        <Opened key={operator} operator={operator} />
      )}
    </Section>
  )
}

function Opened({ operator }: { operator: string }) {
  const queries = useQueryClient()
  const [made, setMade] = useState<string | null>(null)
  const asked = useOperator(operator, 'listKeys', {})
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

type Key = ResponseOf<'listKeys'>['keys'][number]

const HEADS = ['Name', 'Key', 'State', 'Plan', 'A minute', 'Used this month', 'Last used', 'Change']

/** Does what may be refused; the first of both says why it was. */
function useAttempt() {
  const [message, setMessage] = useState<string | null>(null)
  const attempt = (act: () => Promise<void>) =>
    act().then(
      () => setMessage(null),
      (error: unknown) => setMessage(errorText(error)),
    )
  return [message, attempt] as const
}

/** All keys; a live one can be rotated or revoked, asked twice. */
export function KeyTable(props: {
  operator: string
  keys: readonly Key[]
  /** After a change; with the text of a new key where there is one. */
  onDone(text: string | null): void
}) {
  const { operator, keys, onDone } = props
  const [message, attempt] = useAttempt()
  const rotate = (key: string) =>
    attempt(async () => {
      onDone((await askOperator(operator, 'postKeyRotation', { key, body: {} })).text)
    })
  const revoke = (key: string) =>
    attempt(async () => {
      await askOperator(operator, 'deleteKey', { key })
      onDone(null)
    })
  return (
    <>
      {message !== null && <p role="alert">{message}</p>}
      <PlainTable label="Keys" heads={HEADS}>
        {keys.map((key) => (
          <tr key={key.id}>
            <td className="left">{key.name}</td>
            <td className="left">
              <code>{key.hint}</code>
            </td>
            <td className="left">{key.operator ? `${key.state}, operator` : key.state}</td>
            <td className="left">{key.plan}</td>
            <td className="left">{grouped(key.ratePerMinute, 0)}</td>
            <td className="left">
              {grouped(key.creditsUsed, 0)} of {grouped(key.creditsPerMonth, 0)}
            </td>
            <td className="left">{utcText(key.lastUsedAt, '—')}</td>
            <td className="left">
              {key.state === 'live' && (
                <>
                  <Twice name="Rotate" onSure={() => void rotate(key.id)} />
                  <Twice name="Revoke" onSure={() => void revoke(key.id)} />
                </>
              )}
            </td>
          </tr>
        ))}
      </PlainTable>
    </>
  )
}

/** A button that must be pressed again to be sure. */
function Twice({ name, onSure }: { name: string; onSure(): void }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Button
      onBlur={() => setIsAsked(false)}
      onClick={() => {
        setIsAsked(!isAsked)
        if (isAsked) onSure()
      }}
    >
      {isAsked ? `${name}, sure?` : name}
    </Button>
  )
}

/** Makes a key by its name, with limits where they are given. */
export function NewKey(props: { operator: string; onMade(text: string | null): void }) {
  const { operator, onMade } = props
  const [name, setName] = useState('')
  const [rate, setRate] = useState('')
  const [message, attempt] = useAttempt()
  const make = () =>
    attempt(async () => {
      const body = rate === '' ? { name } : { name, ratePerMinute: Number(rate) }
      const { text } = await askOperator(operator, 'postKey', { body })
      setName('')
      onMade(text)
    })
  return (
    <>
      <Form onSend={() => void make()}>
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
        <Button look="primary" type="submit" disabled={name === ''}>
          Make a key
        </Button>
      </Form>
      {message !== null && <p role="alert">{message}</p>}
    </>
  )
}

import { useState } from 'react'
import type { ApiError } from '../../api/ask.ts'
import { askOperator } from '../../api/ask-operator.ts'
import type { AnswerOf } from '../../api/operations.ts'
import { PlainTable } from '../../blocks/table/plain-table.tsx'
import { grouped } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'

type Key = AnswerOf<'listKeys'>['keys'][number]

const HEADS = ['Name', 'Key', 'State', 'Plan', 'A minute', 'Used this month', 'Last used', 'Change']

export interface KeyTableProps {
  readonly operator: string
  readonly keys: readonly Key[]
  /** After a change; with the text of a new key where there is one. */
  onDone(text: string | null): void
}

/** All keys; a live one can be rotated or revoked, asked twice. */
export function KeyTable({ operator, keys, onDone }: KeyTableProps) {
  const [message, setMessage] = useState<string | null>(null)
  const change = async (id: string, action: 'rotate' | 'revoke') => {
    try {
      if (action === 'rotate') {
        const { text } = await askOperator(operator, 'postKeyRotation', { key: id, body: {} })
        onDone(text)
      } else {
        await askOperator(operator, 'deleteKey', { key: id })
        onDone(null)
      }
      setMessage(null)
    } catch (error) {
      setMessage((error as ApiError).message)
    }
  }
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
            <td className="left">{timeText(key.lastUsedAt)}</td>
            <td className="left">
              {key.state === 'live' && (
                <>
                  <Twice name="Rotate" onSure={() => void change(key.id, 'rotate')} />
                  <Twice name="Revoke" onSure={() => void change(key.id, 'revoke')} />
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
    <button
      type="button"
      className="action"
      onBlur={() => setIsAsked(false)}
      onClick={() => {
        setIsAsked(!isAsked)
        if (isAsked) onSure()
      }}
    >
      {isAsked ? `${name}, sure?` : name}
    </button>
  )
}

function timeText(iso: string | null): string {
  const sec = toSec(iso)
  return sec === null ? '—' : momentText(sec)
}

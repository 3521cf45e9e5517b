import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { openSession, type Session } from '../../api/session.ts'
import { Button, Form } from '../controls/button.tsx'

/** A field whose text is not shown, and what it is sent by. */
export function SecretForm(props: { label: string; verb: string; onSend(text: string): void }) {
  const { label, verb, onSend } = props
  const [text, setText] = useState('')
  const send = () => {
    onSend(text)
    setText('')
  }
  return (
    <Form onSend={send}>
      <input
        type="password"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button look="primary" type="submit" disabled={text === ''}>
        {verb}
      </Button>
    </Form>
  )
}

/** A field for a key; what was refused without it is asked again. */
export function KeyField({ onEntered }: { onEntered?(session: Session): void }) {
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<string | null>(null)
  const enter = async (key: string) => {
    const { session, message } = await openSession(key)
    setOutcome(message)
    onEntered?.(session)
    await queries.invalidateQueries()
  }
  return (
    <>
      <SecretForm label="Key" verb="Enter" onSend={(key) => void enter(key)} />
      {outcome !== null && <p role="status">{outcome}</p>}
    </>
  )
}

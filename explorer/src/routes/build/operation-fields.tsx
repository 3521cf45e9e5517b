import { useId, useState } from 'react'
import { useOperation } from '../../api/request.ts'
import { Button, Form } from '../../blocks/controls/button.tsx'
import { type Completion, completionOf, suggestionsOf, typedPart } from '../../lib/completions.ts'
import { usePaused } from '../../page/use-paused.ts'
import type { FormField, FormOperation } from './operation-form.ts'

/** Choice of an operation and a field for each of its parameters. */
export function OperationForm(props: {
  all: readonly FormOperation[]
  operation: FormOperation | undefined
  given: Readonly<Record<string, string>>
  onChoose(id: string): void
  onAsk(parameters: Readonly<Record<string, string>>): void
}) {
  const { all, operation, given, onChoose, onAsk } = props
  const [values, setValues] = useState(given)
  const form = useId()
  const groups = [...new Set(all.map(({ group }) => group))]
  return (
    <Form className="operation" onSend={() => onAsk(values)}>
      <select
        aria-label="Operation"
        value={operation?.id ?? ''}
        onChange={(event) => onChoose(event.target.value)}
      >
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {all
              .filter((one) => one.group === group)
              .map(({ id, summary }) => (
                <option key={id} value={id}>
                  {summary} ({id})
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <p className="dim">{operation?.describe}</p>
      {operation?.fields.map((field) => (
        <div key={field.name} className="field">
          <label htmlFor={`${form}-${field.name}`}>
            {field.name}
            {field.isRequired && <span className="faint"> required</span>}
          </label>
          <Field
            id={`${form}-${field.name}`}
            field={field}
            operation={operation.id}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
          <span className="dim">{field.describe}</span>
        </div>
      ))}
      <p>
        <Button look="primary" type="submit">
          Send
        </Button>
      </p>
    </Form>
  )
}

function Field(props: {
  id: string
  field: FormField
  operation: string
  value: string
  onChange(value: string): void
}) {
  const { id, field, operation, value, onChange } = props
  if (field.options.length > 0)
    return (
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="" />
        {field.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  if (field.type === 'body')
    return (
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  const completion = completionOf(field.name, operation)
  if (completion !== null)
    return <CompletedInput {...{ id, completion, value, onChange }} placeholder={field.example} />
  return (
    <input
      id={id}
      required={field.isRequired}
      inputMode={field.type === 'integer' ? 'numeric' : undefined}
      value={value}
      placeholder={field.example}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

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
  // Forms have many fields: names are requested in the one that is used.
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

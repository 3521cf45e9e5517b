import { useId, useState } from 'react'
import { completionOf } from '../../lib/completions.ts'
import { CompletedInput } from './completed-input.tsx'
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
    <form
      className="operation"
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(values)
      }}
    >
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
        <button type="submit" className="primary">
          Ask
        </button>
      </p>
    </form>
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
  const completion = completionOf(field.name, operation)
  if (completion !== null)
    return <CompletedInput {...{ id, completion, value, onChange }} placeholder={field.example} />
  return (
    <input
      id={id}
      inputMode={field.type === 'integer' ? 'numeric' : undefined}
      value={value}
      placeholder={field.example}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

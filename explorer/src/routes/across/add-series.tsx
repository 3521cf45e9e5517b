import { useId, useState } from 'react'
import { useOperation } from '../../api/request.ts'
import { Button, Form } from '../../blocks/controls/button.tsx'
import { pageOf } from '../../blocks/palette/hit.ts'
import { comparedAs } from '../../page/comparing.ts'
import { COMPARED, type Compared } from './compared-kinds.ts'

const MAX_FOUND = 8

/** A figure and a name: one more series. */
export function AddSeries({ onAdd }: { onAdd(text: string): void }) {
  const [figure, setFigure] = useState<Compared>('tvl')
  const [name, setName] = useState('')
  const list = useId()
  const found = useFound(COMPARED[figure].found, name.trim())
  return (
    <Form
      onSend={() => {
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
        list={list}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <datalist id={list}>
        {found.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </datalist>
      <Button look="primary" type="submit">
        Add
      </Button>
    </Form>
  )
}

/** Ids of what is called so, with their names. */
function useFound(kind: string | undefined, q: string) {
  const asked = useOperation(
    'getSearch',
    kind === undefined || q === '' ? null : { q, kind, limit: MAX_FOUND },
  )
  return (asked.data?.body.hits ?? []).flatMap((hit) => {
    const page = pageOf(hit)
    const text = page === null ? null : comparedAs(page)
    return text === null ? [] : [{ id: text.slice(text.indexOf(':') + 1), label: hit.name }]
  })
}

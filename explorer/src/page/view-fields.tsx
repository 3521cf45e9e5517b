import { Segments } from '../blocks/chart/segments.tsx'
import type { Held } from '../blocks/filters/fields.tsx'
import type { Choice, ViewWith } from '../lib/view-state.ts'

/** One of a few, all in sight. */
export function ViewSegments<State, Id extends keyof State & string>(props: {
  view: ViewWith<State>
  id: Id
  of: Choice<State[Id] & string>
}) {
  const {
    view,
    id,
    of: { label, options, names = {} },
  } = props
  return (
    <Segments
      {...{ label, options, names }}
      value={view.state[id] as State[Id] & string}
      onChange={(value) => view.set({ [id]: value } as Partial<State>)}
    />
  )
}

/** What a field needs of a key of a page's URL: it shows the value and writes it back. */
export function keyOf<State, Id extends keyof State & string>(
  view: ViewWith<State>,
  id: Id,
): Held<State[Id]> {
  return { value: view.state[id], onChange: (value) => view.set(changeOf<State>(id, value)) }
}

/** The same of a key that holds names, for a field that takes one. */
export function nameOf<State extends { readonly [N in Id]: readonly string[] }, Id extends string>(
  view: ViewWith<State>,
  id: Id,
): Held<string> {
  return {
    value: view.state[id][0] ?? '',
    onChange: (name) => view.set(changeOf<State>(id, name === '' ? [] : [name])),
  }
}

function changeOf<State>(id: string, value: unknown): Partial<State> {
  const change: Readonly<Record<string, unknown>> = { [id]: value }
  return change as Partial<State>
}

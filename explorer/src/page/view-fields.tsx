import type { ReactNode } from 'react'
import { Segments } from '../blocks/chart/segments.tsx'
import { BoundsField } from '../blocks/filters/bounds-field.tsx'
import { ChoiceField, SearchField, ToggleField } from '../blocks/filters/fields.tsx'
import type { Bounds, Choice, ViewWith } from '../lib/view-state.ts'

/** Controls of one key of a page's URL: each shows its value and writes it back. */
interface Of<Id extends string, T> {
  readonly view: { readonly state: { readonly [N in Id]: T }; set(changes: Record<Id, T>): void }
  readonly id: Id
}

/** One of a few, all in sight. */
export function ViewSegments<State, Id extends keyof State & string>({
  view,
  id,
  of: { label, options, names = {} },
}: {
  view: ViewWith<State>
  id: Id
  of: Choice<State[Id] & string>
}) {
  return (
    <Segments
      {...{ label, options, names }}
      value={view.state[id] as State[Id] & string}
      onChange={(value) => view.set({ [id]: value } as Partial<State>)}
    />
  )
}

/** One of many by name, or all. */
export function ViewChoice<Id extends string>({
  view,
  id,
  ...rest
}: Of<Id, readonly string[]> & { label: string; all: string; options: readonly string[] }) {
  return (
    <ChoiceField
      {...rest}
      value={view.state[id][0] ?? ''}
      onChange={(value) => write(view, id, value === '' ? [] : [value])}
    />
  )
}

/** From a figure to another. */
export function ViewBounds<Id extends string>({
  view,
  id,
  ...rest
}: Of<Id, Bounds> & { label: string; unitSize?: number }) {
  return (
    <BoundsField {...rest} value={view.state[id]} onChange={(value) => write(view, id, value)} />
  )
}

/** A text that is looked for. */
export function ViewSearch<Id extends string>({
  view,
  id,
  label,
}: Of<Id, string> & { label: string }) {
  return (
    <SearchField
      label={label}
      value={view.state[id]}
      onChange={(value) => write(view, id, value)}
    />
  )
}

/** Yes or no. */
export function ViewToggle<Id extends string>({
  view,
  id,
  children,
}: Of<Id, boolean> & { children: ReactNode }) {
  return (
    <ToggleField value={view.state[id]} onChange={(value) => write(view, id, value)}>
      {children}
    </ToggleField>
  )
}

function write<Id extends string, T>(view: Of<Id, T>['view'], id: Id, value: T): void {
  view.set({ [id]: value } as Record<Id, T>)
}

import { type Html, html, inline, type Part } from '../html.ts'
import {
  childRows,
  type FlatSchema,
  flatten,
  type Resolve,
  type Schema,
  type SchemaRow,
  typeText,
} from '../schema.ts'

/** Schemas may hold themselves: deeper than this nothing is shown. */
const MAX_DEPTH = 6
const MAX_OPEN_ROWS = 12

/** A schema as a tree that opens on demand. */
export function schemaTree(schema: Schema, resolve: Resolve): Html {
  const flat = flatten(schema, resolve)
  const rows = childRows(flat, resolve)
  return html`<div class="schema">
    <p><span class="type">${typeText(flat, resolve)}</span> ${describe(flat)}</p>
    ${rows.length > 0 && rowList(rows, resolve, 0)}
  </div>`
}

function rowList(rows: readonly SchemaRow[], resolve: Resolve, depth: number): Html {
  return html`<ul class="tree">${rows.map((row) => html`<li>${rowOf(row, resolve, depth)}</li>`)}</ul>`
}

function rowOf(row: SchemaRow, resolve: Resolve, depth: number): Html {
  const flat = flatten(row.schema, resolve)
  const rows = depth < MAX_DEPTH ? childRows(flat, resolve) : []
  const head = html`<span class="name">${row.name}</span>
    <span class="type">${typeText(flat, resolve)}</span>
    ${!row.isAny && !row.required && html`<span class="faint">may be absent</span>`}
    ${describe(flat)}`
  if (rows.length === 0) return html`<div class="row">${head}</div>`
  const isOpen = depth === 0 && rows.length <= MAX_OPEN_ROWS
  return html`<details${isOpen && html` open`}><summary class="row">${head}</summary>${rowList(rows, resolve, depth + 1)}</details>`
}

function describe(flat: FlatSchema): Part {
  const notes = [
    flat.description,
    enumText(flat),
    rangeText(flat),
    flat.deprecated === true && 'Deprecated.',
  ].filter(Boolean)
  return notes.length > 0 && html`<span class="note">${inline(notes.join(' '))}</span>`
}

function enumText({ enum: values }: FlatSchema): string | undefined {
  return values && `One of ${values.map((value) => `\`${value}\``).join(', ')}.`
}

function rangeText({ minimum, maximum }: FlatSchema): string | undefined {
  if (minimum === undefined && maximum === undefined) return undefined
  if (maximum === undefined) return `At least ${minimum}.`
  return minimum === undefined ? `At most ${maximum}.` : `${minimum} to ${maximum}.`
}

/** What a parameter takes, in one cell: its type, the values it allows and its default. */
export function parameterType(schema: Schema, resolve: Resolve): Html {
  const flat = flatten(schema, resolve)
  const extra = [
    enumText(flat) ?? enumText(flatten(flat.items ?? {}, resolve)),
    rangeText(flat),
    flat.default !== undefined && `Default \`${flat.default}\`.`,
  ]
  const words = extra.filter(Boolean).join(' ')
  return html`<span class="type">${typeText(flat, resolve)}</span> ${inline(words)}`
}

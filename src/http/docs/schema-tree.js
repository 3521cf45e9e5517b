import { element, inline } from './dom.js'
import { childRows, flatten, typeText } from './schema.js'

/**
 * A schema as a tree that opens on demand, so that schemas that hold themselves do not run for
 * ever.
 */
export function schemaTree(schema, resolve) {
  const flat = flatten(schema, resolve)
  const rows = childRows(flat, resolve)
  return element(
    'div',
    { class: 'schema' },
    element(
      'p',
      { class: 'schema-root' },
      element('span', { class: 'type' }, typeText(flat, resolve)),
      describe(flat),
    ),
    rows.length > 0 && rowList(rows, { resolve, depth: 0 }),
  )
}

function rowList(rows, context) {
  return element(
    'ul',
    { class: 'tree' },
    rows.map((row) => element('li', {}, rowNode(row, context))),
  )
}

function rowNode(row, { resolve, depth }) {
  const flat = flatten(row.schema, resolve)
  const rows = childRows(flat, resolve)
  const head = [
    element('span', { class: row.any ? 'name any' : 'name' }, row.name),
    element('span', { class: 'type' }, typeText(flat, resolve)),
    !row.any && !row.required && element('span', { class: 'quiet tiny' }, 'may be absent'),
    describe(flat),
  ]
  if (rows.length === 0) return element('div', { class: 'row' }, head)
  const node = element('details', {}, element('summary', { class: 'row' }, head))
  const fill = () =>
    node.children.length === 1 && node.append(rowList(rows, { resolve, depth: depth + 1 }))
  node.addEventListener('toggle', fill)
  if (depth === 0 && rows.length <= 12) {
    fill()
    node.open = true
  }
  return node
}

function describe(flat) {
  const notes = [
    flat.description,
    enumText(flat),
    rangeText(flat),
    flat.deprecated && 'Deprecated.',
  ].filter(Boolean)
  return notes.length > 0 && element('span', { class: 'note' }, inline(notes.join(' ')))
}

function enumText(flat) {
  return flat.enum && `One of ${flat.enum.map((value) => `\`${value}\``).join(', ')}.`
}

function rangeText({ minimum, maximum }) {
  if (minimum === undefined && maximum === undefined) return undefined
  if (maximum === undefined) return `At least ${minimum}.`
  return minimum === undefined ? `At most ${maximum}.` : `${minimum} to ${maximum}.`
}

/** What a parameter takes, in one cell: its type, the values it allows and its default. */
export function parameterType(schema, resolve) {
  const flat = flatten(schema, resolve)
  const items = flatten(flat.items, resolve)
  const extra = [
    enumText(flat) ?? enumText(items),
    rangeText(flat),
    flat.default !== undefined && `Default \`${flat.default}\`.`,
  ]
  return [
    element('span', { class: 'type' }, typeText(flat, resolve)),
    ' ',
    inline(extra.filter(Boolean).join(' ')),
  ].flat()
}

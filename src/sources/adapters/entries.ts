import { UsageError } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'
import { cleanText } from './clean-text.ts'
import { findKind, membersOf } from './detect-kind.ts'
import type { HostResult } from './messages.ts'

const MAX_NAMES_SHOWN = 20

type Exports = HostResult['outline']

/** The adapters in a module that holds many, by name; empty where the module is an adapter. */
export function listEntries(exports: Exports): Map<string, Exports> {
  const own = findKind(exports)
  const found = new Map<string, Exports>()
  // Almost any object of functions passes for a bridge, so that alone says nothing.
  if (own !== undefined && own !== 'bridge') return found
  for (const [name, value] of Object.entries(exports)) {
    const entry = membersOf(value)
    const kind = entry === undefined ? undefined : findKind(entry)
    if (entry !== undefined && ((kind !== undefined && kind !== 'bridge') || 'deadFrom' in entry))
      found.set(name, entry)
  }
  return found
}

/** Says which names there are when one is missing, unknown, or given where there are none. */
export function checkName(
  path: string,
  name: string | null,
  { outline, isEntry }: Pick<HostResult, 'outline' | 'isEntry'>,
): void {
  if (isEntry) return
  const names = [...listEntries(outline).keys()]
  if (name === null && names.length === 0) return
  if (names.length === 0)
    throw new UsageError(`${path} is one adapter without entries: leave out --name`)
  const shown = names.slice(0, MAX_NAMES_SHOWN).map((one) => cleanText(one, 100))
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : ''
  const listed = `It has: ${shown.join(', ')}${more}.`
  if (name === null)
    throw new UsageError(`${path} holds ${names.length} adapters: name one with --name. ${listed}`)
  const near = suggest(name, names).map((one) => cleanText(one, 100))
  throw new UsageError(
    `${path} has no entry "${cleanText(name, 100)}". ${near.length > 0 ? `Is it ${near.join(' or ')}?` : listed}`,
  )
}

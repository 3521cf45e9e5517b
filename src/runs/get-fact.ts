import { UsageError } from '../lib/errors.ts'
import { suggest } from '../lib/suggest.ts'
import type { Fact } from '../store/fact.ts'
import type { Store } from '../store/store.ts'

export function getFact(store: Store, name: string): Fact {
  const fact = store.facts.get(name)
  if (fact !== undefined) return fact
  const names = [...store.facts.keys()].sort()
  const close = suggest(name, names)
  const hint = close.length > 0 ? ` (did you mean ${close.join(', ')}?)` : ''
  throw new UsageError(`unknown fact "${name}"${hint}; known facts: ${names.join(', ')}`)
}

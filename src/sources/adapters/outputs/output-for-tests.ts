import type { Outline, Part, Plain } from '../messages.ts'
import type { Output } from './output.ts'

/** What a module answered, in a line. */
export function outputOf(parts: readonly Part[], outline: Record<string, Outline> = {}): Output {
  const isChain = (name: string) => ['ethereum', 'bsc', 'solana'].includes(name)
  return { parts, outline, protocol: '7', name: 'example', atSec: 2000, fromSec: 1000, isChain }
}

export function response(value: Plain, place: Partial<Part> = {}): Part {
  return { chain: 'ethereum', section: '', version: '', ...place, value }
}

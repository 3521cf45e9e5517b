import { hash } from 'node:crypto'

/** A number from 0 to 1 that is always the same for the same words. */
export function demoChance(...words: (string | number)[]): number {
  return Number.parseInt(hash('sha256', words.join(' ')).slice(0, 8), 16) / 0x1_0000_0000
}

/** An address or key of 20 bytes that is always the same for the same words. */
export function demoAddress(...words: (string | number)[]): string {
  return `0x${hash('sha256', words.join(' ')).slice(0, 40)}`
}

import { hash } from 'node:crypto'
import { at } from '../../lib/at.ts'

/** A number from 0 to 1 that is always the same for the same words. */
export function demoChance(...words: (string | number)[]): number {
  return Number.parseInt(hash('sha256', words.join(' ')).slice(0, 8), 16) / 0x1_0000_0000
}

/** An address or key of 20 bytes that is always the same for the same words. */
export function demoAddress(...words: (string | number)[]): string {
  return `0x${hash('sha256', words.join(' ')).slice(0, 40)}`
}

/** The item of a list that a chance from 0 to 1 falls on. */
export function pick<T>(list: readonly T[], chance: number): T {
  return at(list, Math.floor(chance * list.length))
}

/** The items of a list with the highest scores, the highest first. */
export function highest<T>(
  list: readonly T[],
  count: number,
  scoreOf: (item: T, rank: number) => number,
): T[] {
  return list
    .map((item, rank) => ({ item, score: scoreOf(item, rank) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ item }) => item)
}

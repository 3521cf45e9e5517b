import { at } from '../lib/at.ts'
import { TimeSlice } from '../lib/time-slice.ts'
import { searchWords } from './search-words.ts'
import { typoVariants } from './typo-variants.ts'

/** Something that can be found by the words of its texts. */
export interface Named {
  readonly id: string
  /** Name, symbol, ticker and whatever else people type; missing ones may be `null`. */
  readonly texts: readonly (string | null)[]
}

/** How well something was found: smaller is better. */
export interface Found {
  readonly id: string
  /** One point for each word that is only begun, three for each with a typo. */
  readonly distance: number
}

const BEGUN = 1
const MISTYPED = 3
// Shorter words have too many neighbours to guess.
const MIN_MISTYPED = 4
// Words that begin alike are searched together; addresses all begin alike, so theirs is longer.
const GROUP_LENGTH = 2
const ADDRESS_GROUP_LENGTH = 5
// Of what begins with one letter nobody wants to see everything: the first of each word do.
const MAX_CANDIDATES = 4_000
const THINGS_PER_CHECK = 50

/** A word of the index that a word of the query stands for. */
interface Meant {
  readonly word: string
  readonly distance: number
}

/** Finds things by the beginnings of words, in any order, with at most one typo in each. */
export class NameIndex {
  readonly #ids: string[] = []
  readonly #words: (readonly string[])[] = []
  /** Positions of the things that have a word. */
  readonly #positions = new Map<string, number[]>()
  /** Words by their beginning; sorted when they are first searched. */
  readonly #groups = new Map<string, { words: string[]; isSorted: boolean }>()

  /** Where too much is found, things that come first are preferred. */
  static async of(things: Iterable<Named>): Promise<NameIndex> {
    const index = new NameIndex()
    const slice = new TimeSlice()
    let count = 0
    for (const thing of things) {
      index.#add(thing)
      if (++count % THINGS_PER_CHECK === 0 && slice.isOver) await slice.yield()
    }
    return index
  }

  /** All that can be found. */
  get ids(): readonly string[] {
    return this.#ids
  }

  /** What has all words of a text. */
  find(text: string, { typos }: { typos: boolean }): Found[] {
    const meant = [...new Set(searchWords(text))]
      .map((word) => this.#meantBy(word, typos))
      .map((words) => ({ words, count: this.#count(words) }))
      .sort((a, b) => a.count - b.count)
    const [rarest, ...others] = meant
    if (rarest === undefined) return []
    const rest = others.map(({ words }) => new Map(words.map((one) => [one.word, one.distance])))
    const found: Found[] = []
    for (const [position, distance] of this.#candidates(rarest)) {
      const own = at(this.#words, position)
      const distances = rest.map((meant) =>
        Math.min(...own.map((word) => meant.get(word) ?? Infinity)),
      )
      const sum = distances.reduce((total, one) => total + one, distance)
      if (sum < Infinity) found.push({ id: at(this.#ids, position), distance: sum })
    }
    return found
  }

  #add({ id, texts }: Named): void {
    const position = this.#ids.push(id) - 1
    const words = texts.flatMap((text) => (text === null ? [] : searchWords(text)))
    const distinct = [...new Set(words)]
    this.#words.push(distinct)
    for (const word of distinct) {
      const positions = this.#positions.get(word)
      if (positions !== undefined) positions.push(position)
      else this.#addWord(word, position)
    }
  }

  #addWord(word: string, position: number): void {
    this.#positions.set(word, [position])
    const key = groupOf(word)
    const group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, { words: [word], isSorted: true })
    else {
      group.words.push(word)
      group.isSorted = false
    }
  }

  /** The words that begin with a word, or with one that it is a typo of; the nearest first. */
  #meantBy(word: string, typos: boolean): Meant[] {
    const exact = this.#wordsFrom(word, 0)
    if (!typos || word.length < MIN_MISTYPED) return exact
    const near = [...typoVariants(word)].flatMap((variant) => this.#wordsFrom(variant, MISTYPED))
    const byWord = new Map<string, Meant>()
    for (const one of [...exact, ...near]) {
      const known = byWord.get(one.word)
      if (known === undefined || one.distance < known.distance) byWord.set(one.word, one)
    }
    return [...byWord.values()].sort((a, b) => a.distance - b.distance)
  }

  #wordsFrom(beginning: string, distance: number): Meant[] {
    const found: Meant[] = []
    for (const words of this.#groupsFrom(beginning)) {
      for (let index = firstFrom(words, beginning); index < words.length; index++) {
        const word = at(words, index)
        if (!word.startsWith(beginning)) break
        found.push({ word, distance: distance + (word === beginning ? 0 : BEGUN) })
      }
    }
    return found
  }

  #groupsFrom(beginning: string): (readonly string[])[] {
    if (beginning.length >= GROUP_LENGTH) return [this.#sorted(groupOf(beginning))]
    const keys = [...this.#groups.keys()].filter((group) => group.startsWith(beginning))
    return keys.map((group) => this.#sorted(group))
  }

  #sorted(key: string): readonly string[] {
    const group = this.#groups.get(key)
    if (group === undefined) return []
    if (!group.isSorted) group.words.sort()
    group.isSorted = true
    return group.words
  }

  #count(words: readonly Meant[]): number {
    return words.reduce((sum, { word }) => sum + (this.#positions.get(word)?.length ?? 0), 0)
  }

  /** Positions of things with these words, each with its smallest distance. */
  #candidates({ words, count }: { words: readonly Meant[]; count: number }): Map<number, number> {
    const perWord =
      count > MAX_CANDIDATES ? Math.ceil(MAX_CANDIDATES / words.length) : MAX_CANDIDATES
    const candidates = new Map<number, number>()
    for (const { word, distance } of words) {
      if (candidates.size >= MAX_CANDIDATES) break
      for (const position of this.#positions.get(word)?.slice(0, perWord) ?? []) {
        const known = candidates.get(position)
        if (known === undefined || distance < known) candidates.set(position, distance)
      }
    }
    return candidates
  }
}

function groupOf(word: string): string {
  return word.slice(0, word.startsWith('0x') ? ADDRESS_GROUP_LENGTH : GROUP_LENGTH)
}

/** Index of the first word that is not before `beginning`. */
function firstFrom(words: readonly string[], beginning: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(words, middle) < beginning) low = middle + 1
    else high = middle
  }
  return low
}

import type { Fact } from '../../store/fact.ts'

/**
 * What the guards look at in a fact: which rows make one reading, and what that reading is compared
 * with. Declared by domains.
 */
export interface Watch {
  readonly fact: Fact
  /**
   * Columns of the key that name a series, such as the protocol: a reading is all its rows of one
   * moment.
   */
  readonly series: readonly string[]
  /** The column that is added up over the reading. */
  readonly value: string
  /**
   * Columns of the key that name the reading's parts, such as chain and section; a part that
   * vanishes is noticed.
   */
  readonly parts: readonly string[]
  /**
   * Levels stand until the next reading, flows belong to a day, prices and rates are never added
   * up.
   */
  readonly nature: 'level' | 'flow' | 'price' | 'rate'
  /** Dollars, tokens, percent or a count: limits are given per unit. */
  readonly unit: 'usd' | 'tokens' | 'percent' | 'count'
  /**
   * One of the parts whose values are judged apart as well as together, such as the section: a
   * large one must not hide a small one.
   */
  readonly split?: string
  /**
   * Watches of the same name are held and released together, series by series: value and tokens of
   * a protocol never tell two stories.
   */
  readonly heldWith?: string
  /** Figures below zero are possible, such as a day on which more was paid back than earned. */
  readonly signed?: true
  /** The same figure again and again is nothing strange, such as a supply that nobody mints. */
  readonly mayRepeat?: true
  /**
   * The column of the series whose owners never have exactly the same figures, such as two
   * protocols.
   */
  readonly owner?: string
}

/** How settings name a watch: by its fact and column, such as `yield_samples.apyPct`. */
export function nameOf(watch: Watch): string {
  return `${watch.fact.name}.${watch.value}`
}

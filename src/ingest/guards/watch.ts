import type { Fact } from '../../store/fact.ts'

/** What the guards look at in a fact: which rows make one reading, and what that reading is compared with. Declared by domains. */
export interface Watch {
  readonly fact: Fact
  /** Columns of the key that name a series, such as the protocol: a reading is all its rows of one moment. */
  readonly series: readonly string[]
  /** The column that is added up over the reading. */
  readonly value: string
  /** Columns of the key that name the reading's parts, such as chain and section; a part that vanishes is noticed. */
  readonly parts: readonly string[]
  /** Levels stand until the next reading, flows belong to a day, prices and rates are never added up. */
  readonly nature: 'level' | 'flow' | 'price' | 'rate'
  /** Dollars, tokens, percent or a count: limits are given per unit. */
  readonly unit: 'usd' | 'tokens' | 'percent' | 'count'
}

import { createHash } from 'node:crypto'
import type { HoldState } from './facts.ts'

const ID_LENGTH = 10

/** A row of the fact quality_holds. */
export interface Hold {
  fact: string
  series: string
  atSec: number
  id: string
  state: HoldState
  guard: string
  reason: string
  release: string
  value: number | null
  servedValue: number | null
  figures: string
  decidedBy: string | null
  decisionReason: string | null
  heldRun: number | null
}

/** The place of a reading: what a hold is about. */
export function placeName({
  fact,
  series,
  atSec,
}: Pick<Hold, 'fact' | 'series' | 'atSec'>): string {
  return JSON.stringify([fact, series, atSec])
}

/** Short enough to type. */
export function holdId(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, ID_LENGTH)
}

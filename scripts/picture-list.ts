import { join } from 'node:path'

export const PICTURES_FOLDER = join(import.meta.dirname, '../docs/pictures')
export const MAX_PICTURE_BYTES = 150_000
export const THEMES = ['light', 'dark'] as const

export interface Picture {
  readonly name: string
  readonly path: string
  /** The statement of the page is run before the picture is taken. */
  readonly runs?: boolean
}

/** What is shown of the service, with names of the demo world. */
export const PICTURES: readonly Picture[] = [
  { name: 'overview', path: '/app' },
  { name: 'protocol', path: '/app/protocols/wren-lend' },
  { name: 'yields', path: '/app/yields' },
  { name: 'company', path: '/app/equities/US/ZSLLV' },
  { name: 'quarantine', path: '/app/quality' },
  { name: 'compare', path: '/app/compare?s=tvl:wren-lend,chain:Base' },
  { name: 'query', path: '/app/query', runs: true },
  { name: 'reference', path: '/docs/getHistoricalPrices' },
]

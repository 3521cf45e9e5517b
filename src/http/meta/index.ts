import { getChanges } from './get-changes.ts'
import { getDatasets } from './get-datasets.ts'
import { getFreshness } from './get-freshness.ts'
import { getQuality } from './get-quality.ts'
import { getRevisions } from './get-revisions.ts'
import { getRun } from './get-run.ts'
import { search } from './search.ts'

/** Addresses about the data itself, on the free root, besides the contract's operations. */
export const metaRoutes = [
  getChanges,
  getDatasets,
  getFreshness,
  getQuality,
  getRevisions,
  getRun,
  search,
]

export const metaTopic = {
  name: 'meta',
  description: 'The data itself: search, datasets, freshness, quality, revisions and runs.',
}

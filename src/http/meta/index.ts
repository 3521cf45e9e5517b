import { getChanges } from './get-changes.ts'
import { getCoverage } from './get-coverage.ts'
import { getDatasets } from './get-datasets.ts'
import { getExport } from './get-export.ts'
import { getFreshness } from './get-freshness.ts'
import { getIndex } from './get-index.ts'
import { getProvenance } from './get-provenance.ts'
import { getQuality } from './get-quality.ts'
import { getRevisions } from './get-revisions.ts'
import { getRun } from './get-run.ts'
import { getStream } from './get-stream.ts'
import { listFactRows } from './list-fact-rows.ts'
import { listMarks } from './list-marks.ts'
import { listRuns } from './list-runs.ts'
import { search } from './search.ts'

/** Routes about the data itself, on the free root, besides the contract's operations. */
export const metaRoutes = [
  getChanges,
  getCoverage,
  getDatasets,
  getExport,
  getFreshness,
  getIndex,
  getProvenance,
  getQuality,
  getRevisions,
  getRun,
  getStream,
  listFactRows,
  listMarks,
  listRuns,
  search,
]

export const metaTopic = {
  name: 'meta',
  description:
    'The data itself: search, datasets, freshness, provenance, versions, quality, revisions, runs, exports, and a stream of what changes.',
}

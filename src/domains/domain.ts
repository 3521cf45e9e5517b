import type { Logger } from 'pino'
import type { RowsBehind } from '../http/provenance.ts'
import type { Route } from '../http/route.ts'
import type { Searchable } from '../http/searchable.ts'
import type { Clock } from '../lib/clock.ts'
import type { ObservationWriter } from '../live/model/fact-rows.ts'
import type { Watch } from '../live/model/watch.ts'
import type { ImportOptions } from '../runs/import/import-files.ts'
import type { ImportSummary } from '../runs/import/import-summary.ts'
import type { Mirrored } from '../sources/mirror/response.ts'
import type { FetchSource } from '../sources/model/fetch-source.ts'
import type { Observations } from '../sources/model/observations.ts'
import type { ReaderKind } from '../sources/model/reader-kind.ts'
import type { Fact } from '../store/fact.ts'
import type { Snapshot } from '../store/snapshot.ts'
import type { Store } from '../store/store.ts'

/** A domain's manifest: what it knows and serves. */
export interface Domain {
  readonly name: string
  /** What its operations are about, in one sentence: the API reference shows it. */
  readonly describe: string
  readonly facts: readonly Fact[]
  readonly routes: readonly Route[]
  /** Which rows of the facts that an operation reads its response to a request is made from. */
  readonly rowsBehind?: RowsBehind
  /** What people look for by name. */
  readonly search?: readonly Searchable[]
  /** Brings reference files that a person edits into the store, whenever the service starts. */
  readonly load?: (store: Store, clock: Clock, log: Logger) => Promise<void>
  readonly sources?: readonly FileSource[]
  /** What responses of the contract say about its facts: `almanac mirror` and `--from-answer`. */
  readonly mirrored?: Mirrored
  /** Public sources that are fetched over HTTP, each switched on by its name. */
  readonly fetches?: readonly FetchSource[]
  /** Kinds of protocols that only this domain reads. */
  readonly readers?: readonly ReaderKind[]
  /** Rows of its facts for what was seen on chains and by adapters. */
  readonly observe?: ObservationWriter
  /** Why figures of such rows show at no endpoint, or not in totals; a sentence each. */
  readonly remark?: (seen: Observations, snapshot: Snapshot) => Promise<string[]>
  /** What the guards look at before such rows are published. */
  readonly watch?: readonly Watch[]
}

/**
 * Files that are not rows of one fact but have a form of their own: `almanac import <name>
 * <paths>`.
 */
export interface FileSource {
  readonly name: string
  /** What is taken from the files and what is not, in words. */
  readonly methodology: readonly string[]
  importFiles(store: Store, clock: Clock, options: ImportOptions): Promise<ImportSummary>
}

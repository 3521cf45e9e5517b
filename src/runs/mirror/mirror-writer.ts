import { type Clock, toSec } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import type { FetchedResponse, MirrorReceipt } from '../../sources/mirror/fetch-response.ts'
import type { CarriedFact, FactRows, ResponseReader } from '../../sources/mirror/response.ts'
import { type Fact, identityColumns } from '../../store/fact.ts'
import type { Store } from '../../store/store.ts'
import { countHeld } from '../import/duplicates.ts'
import { WorkFolder } from '../import/files/work-folder.ts'
import { openImportEngine } from '../import/import-engine.ts'
import type { ExamineImport } from '../import/import-files.ts'
import { commitRun, type RunCounts } from '../run.ts'
import type { Stage } from '../stage.ts'
import { mirrorReceipts } from './facts.ts'
import { type LoadContext, loadRows } from './load-rows.ts'

const SOURCE_PREFIX = 'mirror:'
// A batch is committed when it has as many; what is lost in a crash is fetched again.
const BATCH_ROWS = 400_000
const BATCH_RECEIPTS = 1_000

export interface MirrorWriterOptions {
  store: Store
  clock: Clock
  /** Host of the service. */
  origin: string
  responses: ReadonlyMap<string, ResponseReader>
  /** For files that are loaded. */
  workDir: string
  /** Older rows are left out. */
  sinceSec: number
  /** Has what is new examined; absent: the origin is trusted. */
  examine?: ExamineImport | undefined
}

export interface WrittenTotals extends RunCounts {
  runs: number[]
  problems: string[]
}

type Row = FactRows['rows'][number]

/** The journal's name of the runs of a mirror. */
export function mirrorSource(origin: string): string {
  return `${SOURCE_PREFIX}${origin}`
}

export function isMirrorSource(source: string): boolean {
  return source.startsWith(SOURCE_PREFIX)
}

/** Stores responses in batches, each with its receipts as one run. */
export class MirrorWriter {
  readonly #options: MirrorWriterOptions
  readonly #rows = new Map<string, { carried: CarriedFact; rows: Row[] }>()
  #receipts: MirrorReceipt[] = []
  #rowCount = 0
  /** Facts with rows in the run that is being made. */
  #filled: readonly Fact[] = []
  readonly totals: WrittenTotals = { accepted: 0, rejected: 0, held: 0, runs: [], problems: [] }

  constructor(options: MirrorWriterOptions) {
    this.#options = options
  }

  async add({ call, rows, receipt, problems }: FetchedResponse): Promise<void> {
    const response = this.#options.responses.get(call.operation)
    for (const made of rows) {
      const carried = response?.carries.find(({ fact }) => fact === made.fact)
      if (carried === undefined)
        throw new Error(`${call.operation} does not declare that it carries ${made.fact.name}.`)
      this.#collect(problems.length === 0 ? carried : withoutTakingBack(carried), made.rows)
    }
    if (receipt !== null) await this.addReceipt(receipt)
  }

  /** Receipts are stored with the rows of the responses before them, or later. */
  async addReceipt(receipt: MirrorReceipt): Promise<void> {
    this.#receipts.push(receipt)
    if (this.#rowCount >= BATCH_ROWS || this.#receipts.length >= BATCH_RECEIPTS) await this.flush()
  }

  /** Commits what was collected. */
  async flush(): Promise<void> {
    if (this.#receipts.length === 0 && this.#rowCount === 0) return
    const { store, clock, origin, workDir } = this.#options
    const folder = new WorkFolder(workDir)
    const engine = await openImportEngine(store, folder)
    try {
      const examine = (stage: Stage) => this.#examine(stage)
      const run = await commitRun(
        store,
        { source: mirrorSource(origin), note: this.#note(), clock, isGenerated: true, examine },
        (stage) => this.#fill(stage, { engine, folder }),
      )
      this.totals.runs.push(run.id)
      this.totals.accepted += run.accepted
      this.totals.rejected += run.rejected
      this.totals.held += run.held
    } finally {
      await engine.close()
      await folder.remove()
    }
    this.#rows.clear()
    this.#receipts = []
    this.#rowCount = 0
  }

  #collect(carried: CarriedFact, rows: readonly Row[]): void {
    const { fact } = carried
    const { onlyNew, scope, takesBack } = carried
    const name = JSON.stringify([fact.name, onlyNew, scope, takesBack])
    const collected = this.#rows.get(name) ?? { carried, rows: [] }
    this.#rows.set(name, collected)
    for (const row of rows) {
      if (fact.time !== undefined && Number(row[fact.time]) < this.#options.sinceSec) continue
      collected.rows.push(row)
      this.#rowCount++
    }
  }

  async #fill(
    stage: Stage,
    { engine, folder }: Pick<LoadContext, 'engine' | 'folder'>,
  ): Promise<RunCounts> {
    const { store, origin, sinceSec } = this.#options
    let rejected = 0
    // Rows that only fill gaps come last, when it is known what else there is.
    const all = [...this.#rows.values()].sort(
      (a, b) => Number(a.carried.onlyNew === true) - Number(b.carried.onlyNew === true),
    )
    for (const { carried, rows } of all) {
      if (rows.length === 0) continue
      const mirrorRuns = await listMirrorRuns(store, origin, carried.fact.name)
      const counts = await loadRows(
        { store, stage, engine, folder, mirrorRuns, sinceSec },
        carried,
        carried.onlyNew === true ? fullestRows(carried.fact, rows) : rows,
      )
      rejected += counts.rejected
      if (counts.reason !== undefined)
        this.totals.problems.push(
          `${carried.fact.name}: ${counts.rejected} rows rejected, the first because: ${counts.reason}`,
        )
    }
    const { rows, held, filled } = await countStaged(store, stage, all)
    this.#filled = filled
    await stage.insertRows(
      mirrorReceipts,
      this.#receipts.map((receipt) => ({ origin, ...receipt })),
    )
    return { accepted: rows - held, rejected, held }
  }

  /** Guards look at what is new, as they do at what is read live. */
  async #examine(stage: Stage): Promise<{ heldRows: number }> {
    const { store, clock, examine } = this.#options
    let heldRows = 0
    for (const fact of examine === undefined ? [] : this.#filled) {
      const found = await examine?.({ store, stage, fact, nowSec: toSec(clock.nowMs()) })
      heldRows += found?.heldRows ?? 0
    }
    return { heldRows }
  }

  #note(): string {
    const [first] = this.#receipts
    const count = this.#receipts.length
    if (first === undefined) return ''
    return count === 1 ? first.address : `${first.address} and ${count - 1} more paths`
  }
}

/** What could not be read is not gone. */
function withoutTakingBack({ takesBack: _, ...carried }: CarriedFact): CarriedFact {
  return carried
}

/** Several answers may describe one thing, each as far as it goes: the fullest one counts. */
function fullestRows(fact: Fact, rows: readonly Row[]): Row[] {
  const columns = identityColumns(fact)
  const known = (row: Row) => Object.values(row).filter((value) => value !== null).length
  const fullest = new Map<string, Row>()
  for (const row of rows) {
    const identity = JSON.stringify(columns.map((name) => row[name]))
    const other = fullest.get(identity)
    if (other === undefined || known(other) < known(row)) fullest.set(identity, row)
  }
  return [...fullest.values()]
}

async function countStaged(
  store: Store,
  stage: Stage,
  all: readonly { carried: CarriedFact; rows: readonly Row[] }[],
): Promise<{ rows: number; held: number; filled: Fact[] }> {
  const total = { rows: 0, held: 0, filled: [] as Fact[] }
  const facts = all.flatMap(({ carried, rows }) => (rows.length === 0 ? [] : carried.fact))
  for (const fact of new Set(facts)) {
    const { rows, held } = await countHeld(store.engine, await stage.table(fact))
    total.rows += rows
    total.held += held
    if (rows > 0) total.filled.push(fact)
  }
  return total
}

async function listMirrorRuns(store: Store, origin: string, fact: string): Promise<number[]> {
  const { journal } = store
  const undone = journal.undone.listAt(journal.latest)
  const filter = { source: mirrorSource(origin), fact, state: 'committed' } as const
  const runs = await journal.listAfter(0, undefined, filter)
  return runs.map(({ id }) => id).filter((id) => !undone.has(id))
}

/** What is known of the paths of a service. */
export async function loadReceipts(
  store: Store,
  origin: string,
): Promise<Map<string, MirrorReceipt>> {
  const snapshot = store.snapshot()
  const rows = await snapshot.query<MirrorReceipt>(
    sql`SELECT address, etag, lastModified, mark, fetchedAtSec FROM ${snapshot.current(mirrorReceipts, sql`origin = {origin:String}`)}`,
    { origin },
  )
  return new Map(rows.map((row) => [row.address, row]))
}

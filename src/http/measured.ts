import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Accounts } from '../accounts/accounts.ts'
import { listLeases } from '../accounts/lease.ts'
import { countHolds } from '../live/guards/holds/stored-holds.ts'
import type { JobState } from '../live/model/live-job.ts'
import type { EndpointHealth } from '../sources/chain/chain.ts'
import {
  STATEMENT_KINDS,
  type StatementCount,
  type StatementCounts,
} from '../store/statement-counts.ts'
import type { Store } from '../store/store.ts'
import type { Access } from './access/access.ts'
import declared from './measured.json' with { type: 'json' }

/** What metrics are read from when they are requested. */
export interface Measured {
  store: Store
  accounts: Accounts
  access: Access
  dataDir: string
  statements: StatementCounts
  jobs(): JobState[]
  nodes(): (EndpointHealth & { chain: string })[]
}

/** A figure with the values of its labels. */
type Figure = readonly [labels: Record<string, string>, value: number]

/** A metric that is read when it is requested. */
export interface MeasuredMetric {
  readonly name: string
  readonly help: string
  /** It may also fall; a counter only rises. */
  readonly isGauge: boolean
  readonly labels: readonly string[]
  read(measured: Measured): readonly Figure[] | Promise<readonly Figure[]>
}

const only = (value: number): Figure[] => [[{}, value]]

/** A figure of each job; `null` is left out. */
function ofJobs(value: (job: JobState) => number | null): MeasuredMetric['read'] {
  return ({ jobs }) =>
    jobs().flatMap((job): Figure[] => {
      const now = value(job)
      return now === null ? [] : [[{ source: job.id }, now]]
    })
}

function ofNodes(value: (node: EndpointHealth) => number): MeasuredMetric['read'] {
  return ({ nodes }) => nodes().map((node) => [{ chain: node.chain, host: node.host }, value(node)])
}

function ofStatements(value: (count: StatementCount) => number): MeasuredMetric['read'] {
  return ({ statements }) => STATEMENT_KINDS.map((kind) => [{ kind }, value(statements.get(kind))])
}

function ofDisk(blocks: (disk: StatsFs) => number): MeasuredMetric['read'] {
  return async ({ dataDir }) => {
    const disk = await statfs(dataDir)
    return [[{ disk: 'data' }, blocks(disk) * disk.bsize]]
  }
}

/** How each metric of `measured.json` is read. */
const READS: Readonly<Record<keyof typeof declared, MeasuredMetric['read']>> = {
  almanac_data_version: ({ store }) => only(store.journal.latest),
  almanac_runs: ({ store }) =>
    [...store.journal.countByState()].map(([state, count]) => [{ state }, count]),
  almanac_source_newest_seconds: ofJobs((job) => job.newestSec),
  almanac_source_running: ofJobs((job) => (job.isRunning ? 1 : 0)),
  almanac_source_failing: ofJobs((job) => (job.lastError === null ? 0 : 1)),
  almanac_source_periods_left: ofJobs(({ progress }) =>
    progress === null ? null : progress.total - progress.done,
  ),
  almanac_holds: async ({ store }) =>
    (await countHolds(store.snapshot(), { state: 'held' })).map(({ fact, held }) => [
      { fact },
      held,
    ]),
  almanac_credits_spent_total: ({ access }) => only(access.credits.spent),
  almanac_credits_refused_total: ({ access }) => only(access.credits.refused),
  almanac_node_requests_total: ofNodes((node) => node.requests),
  almanac_node_failures_total: ofNodes((node) => node.failures),
  almanac_node_good: ofNodes((node) => (node.state === 'good' ? 1 : 0)),
  almanac_lease_held: async ({ accounts }) =>
    (await listLeases(accounts.database)).map(({ name, isHeld }) => [
      { lease: name },
      isHeld ? 1 : 0,
    ]),
  almanac_ingestion_stopped: ({ store }) => only(store.room.shortage === undefined ? 0 : 1),
  almanac_disk_free_bytes: ofDisk((disk) => disk.bavail),
  almanac_disk_total_bytes: ofDisk((disk) => disk.blocks),
  almanac_statements_total: ofStatements((count) => count.done),
  almanac_statement_failures_total: ofStatements((count) => count.failed),
  almanac_statement_seconds_total: ofStatements((count) => count.seconds),
  almanac_statements_running: ofStatements((count) => count.running),
}

export const measuredMetrics: readonly MeasuredMetric[] = Object.entries(declared).map(
  ([name, { help, kind, labels }]) => ({
    ...{ name, help, labels, isGauge: kind === 'gauge' },
    read: READS[name as keyof typeof declared],
  }),
)

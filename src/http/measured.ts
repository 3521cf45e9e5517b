import { statfs } from 'node:fs/promises'
import type { Accounts } from '../accounts/accounts.ts'
import { listLeases } from '../accounts/list-leases.ts'
import { countHeld } from '../live/guards/holds/count-held.ts'
import type { JobState } from '../live/model/job-state.ts'
import type { EndpointHealth } from '../sources/chain/chain.ts'
import {
  STATEMENT_KINDS,
  type StatementCount,
  type StatementCounts,
} from '../store/statement-counts.ts'
import type { Store } from '../store/store.ts'
import type { Access } from './access/access.ts'

/** What metrics are read from when they are asked for. */
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

/** A metric that is read when it is asked for. */
export interface MeasuredMetric {
  readonly name: string
  readonly help: string
  readonly kind: 'gauge' | 'counter'
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

const ofSource = { kind: 'gauge', labels: ['source'] } as const
const ofNode = { labels: ['chain', 'host'] } as const
const ofStatement = { labels: ['kind'] } as const

export const measuredMetrics: readonly MeasuredMetric[] = [
  {
    name: 'almanac_data_version',
    help: 'Newest committed run.',
    kind: 'gauge',
    labels: [],
    read: ({ store }) => only(store.journal.latest),
  },
  {
    name: 'almanac_runs',
    help: 'Runs by state.',
    kind: 'gauge',
    labels: ['state'],
    read: ({ store }) =>
      [...store.journal.countByState()].map(([state, count]) => [{ state }, count]),
  },
  {
    name: 'almanac_source_newest_seconds',
    help: 'End of the newest period of a live source in the store, Unix seconds.',
    ...ofSource,
    read: ofJobs((job) => job.newestSec),
  },
  {
    name: 'almanac_source_running',
    help: 'Whether a live source is being read.',
    ...ofSource,
    read: ofJobs((job) => (job.isRunning ? 1 : 0)),
  },
  {
    name: 'almanac_source_failing',
    help: 'Whether the last reading of a live source failed.',
    ...ofSource,
    read: ofJobs((job) => (job.lastError === null ? 0 : 1)),
  },
  {
    name: 'almanac_source_periods_left',
    help: 'Periods still to be read in the turn that is running.',
    ...ofSource,
    read: ofJobs(({ progress }) => (progress === null ? null : progress.total - progress.done)),
  },
  {
    name: 'almanac_holds',
    help: 'Readings that the guards hold back until they are decided, by fact.',
    kind: 'gauge',
    labels: ['fact'],
    read: async ({ store }) =>
      (await countHeld(store.snapshot())).map(({ fact, count }) => [{ fact }, count]),
  },
  {
    name: 'almanac_credits_spent_total',
    help: 'Credits that calls have cost.',
    kind: 'counter',
    labels: [],
    read: ({ access }) => only(access.credits.spent),
  },
  {
    name: 'almanac_credits_refused_total',
    help: 'Calls that were refused because the credits of their key were spent.',
    kind: 'counter',
    labels: [],
    read: ({ access }) => only(access.credits.refused),
  },
  {
    name: 'almanac_node_requests_total',
    help: 'Messages to a node of a chain.',
    kind: 'counter',
    ...ofNode,
    read: ofNodes((node) => node.requests),
  },
  {
    name: 'almanac_node_failures_total',
    help: 'Faults of a node of a chain.',
    kind: 'counter',
    ...ofNode,
    read: ofNodes((node) => node.failures),
  },
  {
    name: 'almanac_node_good',
    help: 'Whether a node of a chain is asked: it neither rests, lags, lies nor serves another chain.',
    kind: 'gauge',
    ...ofNode,
    read: ofNodes((node) => (node.state === 'good' ? 1 : 0)),
  },
  {
    name: 'almanac_lease_held',
    help: 'Whether a process, on this machine or another, holds the lease of a task.',
    kind: 'gauge',
    labels: ['lease'],
    read: async ({ accounts }) =>
      (await listLeases(accounts.database)).map(({ name, isHeld }) => [
        { lease: name },
        isHeld ? 1 : 0,
      ]),
  },
  {
    name: 'almanac_ingestion_stopped',
    help: 'Whether nothing is written because the disk is nearly full, as it was last measured.',
    kind: 'gauge',
    labels: [],
    read: ({ store }) => only(store.room.shortage === undefined ? 0 : 1),
  },
  {
    name: 'almanac_disk_free_bytes',
    help: 'Free space where the data directory is.',
    kind: 'gauge',
    labels: ['disk'],
    read: async ({ dataDir }) => {
      const { bavail, bsize } = await statfs(dataDir)
      return [[{ disk: 'data' }, bavail * bsize]]
    },
  },
  {
    name: 'almanac_disk_total_bytes',
    help: 'Size of the disk of the data directory.',
    kind: 'gauge',
    labels: ['disk'],
    read: async ({ dataDir }) => {
      const { blocks, bsize } = await statfs(dataDir)
      return [[{ disk: 'data' }, blocks * bsize]]
    },
  },
  {
    name: 'almanac_statements_total',
    help: 'Statements that the engine has run, by kind: read, write, or sql of a person.',
    kind: 'counter',
    ...ofStatement,
    read: ofStatements((count) => count.done),
  },
  {
    name: 'almanac_statement_failures_total',
    help: 'Statements that failed in the engine.',
    kind: 'counter',
    ...ofStatement,
    read: ofStatements((count) => count.failed),
  },
  {
    name: 'almanac_statement_seconds_total',
    help: 'Time of statements that ended, waiting for a connection included.',
    kind: 'counter',
    ...ofStatement,
    read: ofStatements((count) => count.seconds),
  },
  {
    name: 'almanac_statements_running',
    help: 'Statements that run or wait for a connection now.',
    kind: 'gauge',
    ...ofStatement,
    read: ofStatements((count) => count.running),
  },
]

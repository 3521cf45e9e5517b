import type { Accounts } from '../accounts/accounts.ts'
import type { States } from '../cache/states.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { JobState } from '../live/model/live-job.ts'
import type { UserSql } from '../sql/sql.ts'
import type { Store } from '../store/store.ts'
import type { Tracer } from '../traces/tracer.ts'
import type { Access } from './access/access.ts'
import type { WorkQueueLimits } from './access/work-queue.ts'
import type { Metrics } from './metrics.ts'
import type { Topic } from './openapi/describe-api.ts'
import type { TracedOperation } from './provenance.ts'
import type { AccessLogOptions } from './responses/access-log.ts'
import type { Searchable } from './searchable.ts'
import type { MetricsAccess } from './server/metrics-server.ts'
import type { Tls } from './server/node-server.ts'
import type { StreamLimits } from './stream/streams.ts'

/** Everything the server is made of, passed as one object. */
export interface Services {
  store: Store
  states: States
  sql: UserSql
  searchables: readonly Searchable[]
  operations: ReadonlyMap<string, TracedOperation>
  accounts: Accounts
  access: Access
  metrics: Metrics
  /** Undefined: nothing is traced. */
  tracer: Tracer | undefined
  clock: Clock
  /** What the operations of each domain are about. */
  topics: readonly Topic[]
  log: Log
  config: {
    cacheBytes: number
    clientShapes: boolean
    work: WorkQueueLimits
    maxLoopLagMs: number
    /** Where files are stored while they are sent. */
    spoolDir: string
    /** Bytes of responses being rendered or sent; beyond them new work is refused. */
    maxInFlightBytes: number
    streams: StreamLimits
    /** Who may read with a browser and no key, and what passes are signed with. */
    app: { access: 'loopback' | 'all' | 'key'; secret: string }
    /** Folder of the snapshot that is served; undefined: none is. */
    downloadsDir: string | undefined
    /** Folder of the built explorer, undefined: none; hosts that may show its embeds in frames. */
    explorer: { folder: string | undefined; frameAncestors: string }
    hosts: { free: string | undefined; pro: string | undefined; bridge: string | undefined }
    accessLog: AccessLogOptions
    metricsAccess: MetricsAccess
    /** Undefined: connections are plain. */
    tls: Tls | undefined
    trustProxy: boolean | string | ((address: string, hop: number) => boolean)
  }
  isReady(): boolean
  isDemo(): boolean
  /** How late the event loop has been for some seconds. */
  loopLagMs(): number
  /** How the live sources are doing. */
  liveJobs(): JobState[]
}

import type { Report } from './support/report.ts'
import { changesOfOneRun } from './surfaces/changes.ts'
import { formatSpeed } from './surfaces/formats.ts'
import { idleStreams } from './surfaces/idle-streams.ts'
import { snapshotSpeed } from './surfaces/snapshot.ts'
import { latencyBesideSql } from './surfaces/sql.ts'

/** The ways out of the service besides JSON: each against a peer in the same run. */
export async function surfaces(report: Report): Promise<void> {
  await formatSpeed(report)
  await snapshotSpeed(report)
  await changesOfOneRun(report)
  await idleStreams(report)
  await latencyBesideSql(report)
}

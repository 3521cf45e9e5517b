import { ClickHouseError } from '@clickhouse/client'

/** The statement never left: the same may be sent to another server, whatever it does. */
const UNSENT = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
/**
 * Faults of one server and not of the statement: a table or database it has not got yet, a shard or
 * the keeper that it cannot reach, replicas that are behind.
 */
const OF_ONE_SERVER = new Set(['60', '81', '209', '210', '242', '279', '369', '999'])

/** The server could not be asked, or its response did not arrive. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && !(error instanceof ClickHouseError)
}

export function isUnsent(error: unknown): boolean {
  return error instanceof Error && UNSENT.has(String(Object(error).code))
}

/** Another server may answer where this one did not. */
export function isWorthAnotherServer(error: unknown): boolean {
  return error instanceof ClickHouseError ? OF_ONE_SERVER.has(error.code) : isUnreachable(error)
}

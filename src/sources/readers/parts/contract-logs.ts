import type { ChainReader, Log, LogQuery } from '../../chain/chain.ts'

/** All logs of some contracts; an empty list of contracts has none. */
export async function readLogs(chain: ChainReader, query: LogQuery): Promise<Log[]> {
  if (query.addresses.length === 0 || query.fromBlock > query.toBlock) return []
  return (await Array.fromAsync(chain.logs(query))).flat()
}

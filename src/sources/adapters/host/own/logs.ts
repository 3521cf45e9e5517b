import { type AbiEvent, decodeEventLog, encodeEventTopics, type Hex } from 'viem'
import { convert, readEventAbi, withNames } from './abi.ts'
import type { ChainRpc } from './chain-rpc.ts'

/** Blocks per request; halved when a node refuses. */
const FIRST_RANGE = 10_000

export interface LogQuery {
  target?: string
  targets?: string[]
  eventAbi?: unknown
  topics?: (string | null)[]
  topic?: string
  fromBlock?: number
  toBlock?: number
  onlyArgs?: boolean
  flatten?: boolean
  entireLog?: boolean
  noTarget?: boolean
}

interface RawLog {
  address: string
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  logIndex: Hex
  transactionHash: Hex
}

/** Events of a range of blocks, decoded as the module wants (adapters.md#shapes-of-modules). */
export async function readLogs(
  rpc: ChainRpc,
  query: LogQuery & { fromBlock: number; toBlock: number },
): Promise<unknown[]> {
  const event = query.eventAbi === undefined ? undefined : readEventAbi(query.eventAbi)
  const targets = query.targets ?? (query.target === undefined ? [] : [query.target])
  if (targets.length === 0 && query.noTarget !== true)
    throw new Error('getLogs needs target or targets')
  const topics = query.topics ?? (event === undefined ? [] : encodeEventTopics({ abi: [event] }))
  const lists =
    query.flatten === false && query.noTarget !== true
      ? targets.map((target) => [target])
      : [targets]
  const found: unknown[][] = []
  for (const addresses of lists) {
    const logs = await readRange(rpc, { addresses, topics }, query.fromBlock, query.toBlock)
    found.push(logs.map((log) => present(log, event, query)))
  }
  return query.flatten === false ? found : found.flat()
}

interface Filter {
  addresses: string[]
  topics: readonly unknown[]
}

async function readRange(
  rpc: ChainRpc,
  filter: Filter,
  fromBlock: number,
  toBlock: number,
): Promise<RawLog[]> {
  const found: RawLog[] = []
  let size = FIRST_RANGE
  for (let from = fromBlock; from <= toBlock; ) {
    const to = Math.min(from + size - 1, toBlock)
    const range = {
      fromBlock: `0x${from.toString(16)}`,
      toBlock: `0x${to.toString(16)}`,
      topics: filter.topics,
    }
    try {
      const logs = await rpc.request('eth_getLogs', [
        { ...range, ...(filter.addresses.length > 0 ? { address: filter.addresses } : {}) },
      ])
      found.push(...(logs as RawLog[]))
      from = to + 1
    } catch (error) {
      if (size === 1) throw error
      size = Math.max(1, Math.floor(size / 2))
    }
  }
  return found
}

function present(log: RawLog, event: AbiEvent | undefined, query: LogQuery): unknown {
  const args = event === undefined ? undefined : argumentsOf(log, event)
  const block = Number(log.blockNumber)
  const whole = {
    ...log,
    blockNumber: block,
    logIndex: Number(log.logIndex),
    source: log.address,
    args,
  }
  return query.onlyArgs === false || query.entireLog === true || args === undefined ? whole : args
}

/** Arguments by place and by name, numbers as big integers, as ethers gives them. */
function argumentsOf(log: RawLog, event: AbiEvent): unknown {
  const [first, ...rest] = log.topics
  const decoded = decodeEventLog({
    abi: [event],
    topics: first === undefined ? [] : [first, ...rest],
    data: log.data,
    strict: true,
  })
  const named = decoded.args as Record<string, unknown> | readonly unknown[] | undefined
  const fields = event.inputs.map((input, index) => {
    const value = Array.isArray(named)
      ? named[index]
      : (named as Record<string, unknown>)[String(input.name)]
    if (typeof value === 'bigint') return value
    return typeof value === 'number' ? BigInt(value) : convert(value, input)
  })
  return withNames(fields, event.inputs)
}

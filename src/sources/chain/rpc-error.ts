/** An error that a node returned. */
export interface RpcError {
  code: number
  message: string
  data?: unknown
}

export type RpcErrorKind =
  | 'reverted'
  | 'rateLimited'
  | 'rangeTooLarge'
  | 'unknownBlock'
  | 'badParameters'
  | 'other'

const RATE =
  /rate.?limit|too many requests|request limit|throughput|compute units|capacity exceeded|quota/i
const RANGE =
  /block range|[\d,]+k? range|range (is )?too|too (large|wide|big) .*range|(more than|exceeds?|max(imum)?|limit(ed)?( to| of)?|up to) [\d,]+ ?k? ?(results|logs|events|blocks?)|too many (results|logs|events|blocks)|response size|log response|query timeout|returned more than|max results|exceed maximum block/i
const UNKNOWN_BLOCK =
  /header not found|unknown block|block.{0,20}not found|BlockOutOfRange|missing trie node|state .*(not available|unavailable|pruned)|resource not found|not canonical|historical state|pruned history|history.{0,20}(unavailable|pruned)|no state available|block.{0,40}not (yet )?available/i
const REVERTED =
  /revert|invalid opcode|InvalidFEOpcode|out of gas|OutOfGas|OOG|bad instruction|bad jump|invalid jump|stack (under|over)flow|EVM error|VM execution error|gas uint64 overflow/i

/** Nodes agree on few codes, so the message is looked at first. */
export function classifyRpcError({ code, message }: RpcError): RpcErrorKind {
  if (code === 3) return 'reverted'
  if (RATE.test(message) || code === 429) return 'rateLimited'
  if (RANGE.test(message)) return 'rangeTooLarge'
  if (UNKNOWN_BLOCK.test(message) || code === -32001) return 'unknownBlock'
  if (REVERTED.test(message)) return 'reverted'
  if (code === -32005) return 'rateLimited'
  if (code === -32602) return 'badParameters'
  return 'other'
}

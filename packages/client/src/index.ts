export type { BaseUrl, OperationId, Root } from './addresses.ts'
export { addressOf, nextAddress, type Operation, rootOf } from './addresses.ts'
export { createClient } from './client.ts'
export {
  AlmanacApiError,
  AlmanacConnectionError,
  AlmanacError,
  AlmanacFormatError,
  AlmanacTimeoutError,
} from './errors.ts'
export type { CacheLimits } from './etag-cache.ts'
export type { components, operations, paths } from './generated/api.ts'
export { OPERATIONS } from './generated/operations.ts'
export { backoffMs, type RetryLimits } from './retry.ts'
export {
  type ApiResponse,
  type CallOptions,
  type ClientOptions,
  type Request,
  Transport,
} from './transport.ts'
export type {
  Address,
  Client,
  ListId,
  Options,
  ParametersOf,
  ResponseOf,
  Schemas,
} from './types.ts'

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
  Client,
  Endpoint,
  ListId,
  Options,
  ParametersOf,
  ResponseOf,
  Schemas,
} from './types.ts'
export type { BaseUrl, OperationId, Root } from './urls.ts'
export { nextUrl, type Operation, rootOf, urlOf } from './urls.ts'

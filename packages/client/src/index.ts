export type { BaseUrl, OperationId, Root } from './addresses.ts'
export { createClient } from './client.ts'
export {
  AlmanacApiError,
  AlmanacConnectionError,
  AlmanacFormatError,
  AlmanacTimeoutError,
} from './errors.ts'
export type { CacheLimits } from './etag-cache.ts'
export type { components, operations, paths } from './generated/api.ts'
export type { RetryLimits } from './retry.ts'
export type { Answer, CallOptions, ClientOptions } from './transport.ts'
export type { Address, AnswerOf, Client, ListId, Options, ParametersOf, Schemas } from './types.ts'

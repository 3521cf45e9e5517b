/** What the two ends of the channel agree on; the service ends a process that goes beyond. */
export const CHANNEL_LIMITS = {
  /** JSON of one frame: a whole answer of a module. */
  jsonBytes: 32 * 1024 * 1024,
  /** JSON of a frame that is not an answer. */
  smallJsonBytes: 256 * 1024,
  /** Bytes behind the JSON: the body of a request. */
  bodyBytes: 4 * 1024 * 1024,
  /** Requests that wait for their response, and their bodies together. */
  openRequests: 32,
  openBytes: 32 * 1024 * 1024,
  /** Requests of one run. */
  requests: 250_000,
  urlLength: 128 * 1024,
  messageLength: 4_000,
}

/** Values of an answer. */
export const MAX_VALUES = 2_000_000

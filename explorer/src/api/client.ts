import { AlmanacError, Transport } from '../../../packages/client/src/index.ts'
import { serviceUrl } from './origin.ts'

export { AlmanacError } from '../../../packages/client/src/index.ts'

const TIMEOUT_MS = 60_000

/** Repeating is left to what shows the wait, and ETags to the browser's own cache. */
export const transport = new Transport({
  baseUrl: serviceUrl,
  timeoutMs: TIMEOUT_MS,
  retry: { maxRetries: 0 },
  cache: false,
})

/** What went wrong, for the person who waits. */
export function errorText(error: unknown): string {
  if (!(error instanceof AlmanacError)) return String(error)
  if (error.code === 'unreadable')
    return 'The response is not JSON. A proxy in between may have changed it.'
  if (error.code !== 'unreachable') return error.message
  return navigator.onLine
    ? 'The service does not respond. It may be stopped or restarting.'
    : 'This device is offline.'
}

/** Path and query of a URL of the service. */
export function pathOf(url: string): string {
  return url.startsWith(serviceUrl) ? url.slice(serviceUrl.length) : url
}

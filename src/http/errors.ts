import { AlmanacError, type MovedError } from '../lib/errors.ts'
import { decodeSafely, pathOf } from './roots.ts'

export const BODY_LIMIT_BYTES = 1_048_576

const CLIENT_FAULTS: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'The body must be JSON, sent with `Content-Type: application/json`.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; it must be JSON.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_BAD_URL: 'The URL holds a broken percent escape.',
}

/** More work than the service can take on now. */
export function overloaded(): AlmanacError {
  return new AlmanacError(
    'overloaded',
    'The service is answering as much as it can. Try again shortly.',
    { headers: { 'Retry-After': '1' } },
  )
}

/** The error a caller sees of anything that was thrown; our own faults show nothing inside. */
export function toAlmanacError(error: unknown): AlmanacError {
  if (error instanceof AlmanacError) return error
  const { code, statusCode } = Object(error) as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AlmanacError(
      'too_large',
      `The body is over the limit of ${BODY_LIMIT_BYTES} bytes. Split the request.`,
    )
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AlmanacError(
      'invalid_parameter',
      CLIENT_FAULTS[code ?? ''] ?? 'The request could not be read: check its URL and body.',
    )
  }
  return new AlmanacError(
    'overloaded',
    'The response could not be made just now. Try again shortly; the request id helps to find the cause.',
    { headers: { 'Retry-After': '2' } },
  )
}

/** The new URL, relative to the old one: a key in the path stays without being written. */
export function newUrl(url: string, moved: MovedError): string {
  const path = pathOf(url)
  const segments = path.split('/')
  const index = segments.findLastIndex((segment) => decodeSafely(segment) === moved.oldName)
  const after = segments.slice(index + 1)
  const relative = [...after.map(() => '..'), encodeURIComponent(moved.newName), ...after].join('/')
  return relative + url.slice(path.length)
}

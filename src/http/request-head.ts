/** The parts of a plain GET that an answer from memory depends on. */
export interface RequestHead {
  method: 'GET'
  /** Path and query as they were sent. */
  target: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  apiKey: string | undefined
  authorization: string | undefined
}

const START = 'GET '
const VERSION = ' HTTP/1.1'
const PLAIN_TARGET = /^\/[!-~]*$/
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e]*)$/
// Headers under which a request is more than a plain question.
const NOT_PLAIN = new Set([
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'x-forwarded-for',
  'x-request-id',
])

/**
 * Reads a text that is exactly one GET without a body. `undefined` for everything else, down to the
 * smallest irregularity: what is not understood here is left to a full parser, never guessed at.
 */
export function parseHead(text: string): RequestHead | undefined {
  if (!text.startsWith(START) || text.indexOf('\r\n\r\n') !== text.length - 4) return undefined
  const lines = text.slice(0, -4).split('\r\n')
  const first = lines[0] ?? ''
  if (!first.endsWith(VERSION)) return undefined
  const target = first.slice(START.length, -VERSION.length)
  if (!PLAIN_TARGET.test(target)) return undefined
  const fields = readFields(lines)
  if (fields === undefined || fields.host === undefined) return undefined
  return {
    method: 'GET',
    target,
    acceptEncoding: fields['accept-encoding'],
    ifNoneMatch: fields['if-none-match'],
    apiKey: fields['x-api-key'],
    authorization: fields.authorization,
  }
}

function readFields(lines: readonly string[]): Record<string, string> | undefined {
  const fields: Record<string, string> = Object.create(null)
  for (let index = 1; index < lines.length; index++) {
    const match = FIELD.exec(lines[index] ?? '')
    if (match === null) return undefined
    const name = (match[1] ?? '').toLowerCase()
    const value = match[2] ?? ''
    if (
      NOT_PLAIN.has(name) ||
      name in fields ||
      (name === 'connection' && value.toLowerCase() !== 'keep-alive')
    )
      return undefined
    fields[name] = value
  }
  return fields
}

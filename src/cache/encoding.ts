import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { trimmed } from '../lib/trimmed.ts'

export type Encoding = 'identity' | 'gzip' | 'br'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
const MIN_COMPRESSED_BYTES = 1_024
// A cached body is sent often and worth the effort; a long one must not delay its first reader.
const EFFORT = { gzip: 6, br: 5 }
const QUICK_EFFORT = { gzip: 1, br: 1 }
const LONG_BYTES = 512 * 1024

/** The best encoding a client accepts, by its Accept-Encoding header. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined || header === '') return 'identity'
  let best: Encoding = 'identity'
  for (const part of header.split(',')) {
    const [name, weight] = part.split(';')
    if (weight !== undefined && Number(weight.split('=')[1]) === 0) continue
    const encoding = name?.trim().toLowerCase()
    if (encoding === 'br') return 'br'
    if (encoding === 'gzip' || encoding === '*') best = 'gzip'
  }
  return best
}

/** Small bodies travel as they are: compressing them costs more than it saves. */
export function worthCompressing(bytes: number): boolean {
  return bytes >= MIN_COMPRESSED_BYTES
}

export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  const effort = body.length > LONG_BYTES ? QUICK_EFFORT : EFFORT
  if (encoding === 'gzip') return trimmed(await gzipAsync(body, { level: effort.gzip }))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort.br,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return trimmed(await brotliAsync(body, { params }))
}

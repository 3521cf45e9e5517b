import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'identity' | 'gzip' | 'br'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
const SMALLEST_WORTH_COMPRESSING = 1_024
const BROTLI_QUALITY = 5

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
  return bytes >= SMALLEST_WORTH_COMPRESSING
}

export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(body, { level: 6 })
  if (encoding === 'br') {
    return brotliAsync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    })
  }
  return Promise.resolve(body)
}

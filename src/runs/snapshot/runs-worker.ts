// Reads the runs of a snapshot in a thread of its own: the library trusts the lengths in a file, and
// one that lies about them must not take the memory of the whole process.

import { parentPort, workerData } from 'node:worker_threads'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'

type Decompress = (input: Uint8Array, options: { maxOutputLength: number }) => Uint8Array

// The engine writes pages of about 1 MB; the memory that a thread may take does not count them.
const MAX_PAGE_BYTES = 256 << 20

/** A page is never larger than it says. */
function bounded(decompress: Decompress) {
  return (input: Uint8Array, bytes: number): Uint8Array =>
    bytes === 0
      ? new Uint8Array()
      : decompress(input, { maxOutputLength: Math.min(bytes, MAX_PAGE_BYTES) })
}

const compressors = {
  ZSTD: bounded(zstdDecompressSync),
  GZIP: bounded(gunzipSync),
  BROTLI: bounded(brotliDecompressSync),
}
const file = await asyncBufferFromFile(String(workerData))
parentPort?.postMessage(await parquetReadObjects({ file, compressors, geoparquet: false }))

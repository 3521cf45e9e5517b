import { request } from 'node:http'
import { BENCH_KEY } from './processes.ts'

// Compression costs the same for every body; the suite `http` covers it.
export const AS_PRO = { 'accept-encoding': 'identity', 'x-api-key': BENCH_KEY }
// Of an unexpected response, for the error message.
const SHOWN_BYTES = 300

export interface TimedResponse {
  readonly ms: number
  readonly bytes: number
}

/**
 * The time until the last byte of a response. Bytes are counted as they arrive: joining them is the
 * client's work, on the same cores.
 */
export function timeResponse(
  url: string,
  minBytes: number,
  headers: Record<string, string> = AS_PRO,
): Promise<TimedResponse> {
  const startedMs = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      let bytes = 0
      let beginning = ''
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) beginning = chunk.toString('utf8', 0, SHOWN_BYTES)
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200 && bytes >= minBytes)
          resolve({ ms: performance.now() - startedMs, bytes })
        else
          reject(
            new Error(`${url} returned ${response.statusCode} with ${bytes} bytes: ${beginning}`),
          )
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

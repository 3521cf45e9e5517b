import { request } from 'node:http'
import { BENCH_KEY } from './processes.ts'

// Compressing is the same for every body, and told by other suites.
export const AS_FREE = { 'accept-encoding': 'identity' }
// Of an answer that was not expected.
const SHOWN = 300
export const AS_PRO = { ...AS_FREE, 'x-api-key': BENCH_KEY }

/**
 * How long it takes until the last byte of an answer is there. Bytes are counted as they come:
 * putting a long answer together is work of whoever reads it, and would be done on the same cores.
 */
export function timeAnswer(
  url: string,
  leastBytes: number,
  headers: Record<string, string>,
): Promise<{ ms: number; bytes: number }> {
  const startedMs = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (answer) => {
      let bytes = 0
      let beginning = ''
      answer.on('data', (chunk: Buffer) => {
        if (bytes === 0) beginning = chunk.toString('utf8', 0, SHOWN)
        bytes += chunk.length
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 200 && bytes >= leastBytes)
          resolve({ ms: performance.now() - startedMs, bytes })
        else
          reject(
            new Error(`${url} answered ${answer.statusCode} with ${bytes} bytes: ${beginning}`),
          )
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

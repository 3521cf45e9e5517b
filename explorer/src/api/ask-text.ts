import { refusal, unreachable } from './ask.ts'
import { serviceUrl } from './origin.ts'
import { waitForPass } from './session.ts'

/** An answer as text, with what it cost. */
export interface TextAnswer {
  readonly text: string
  readonly bytes: number
  readonly tookMs: number
  /** Headers that say something about the answer, by name. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

const TELLING = ['etag', 'x-coverage', 'x-as-of-run', 'x-credits-remaining', 'ratelimit']

/** An answer as it is, for people who look at it. */
export async function askText(address: string, init: RequestInit = {}): Promise<TextAnswer> {
  await waitForPass()
  const startMs = performance.now()
  const response = await fetch(`${serviceUrl}${address}`, init).catch(() => {
    throw unreachable(address)
  })
  if (!response.ok) throw await refusal(response, address)
  const text = await response.text()
  return {
    text,
    bytes: new TextEncoder().encode(text).length,
    tookMs: performance.now() - startMs,
    headers: TELLING.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
  }
}

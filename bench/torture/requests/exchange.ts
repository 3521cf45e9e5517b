import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawResponse, takeResponse } from '../../../test/support/raw-client.ts'
import type { Problems } from '../part.ts'
import type { HostileCase } from './hostile-requests.ts'

export interface Exchanged {
  readonly responses: readonly RawResponse[]
  readonly isLate: boolean
  /** False where not even a connection could be made. */
  readonly isReached: boolean
}

const PIECE_PAUSE_MS = 5
/** How long a response is waited for before the sender has said all: the service then gives up. */
const PATIENCE_MS = 300
const PATIENCE_OF_WHOLE_MS = 10_000
/** Kinds whose requests are whole, so that each has a response. */
const WHOLE_KINDS = new Set(['parameters', 'bodies', 'pipelined'])
/** Longer than the service leaves a connection without a byte. */
const MAX_WAIT_MS = 90_000
/** A reader that goes away; files and streams have no end worth waiting for. */
const MAX_READ_BYTES = 4_000_000
const STREAM_HEAD = /\r\ncontent-type: text\/event-stream/i

/** Sends a case on a connection of its own and reads until the service closes it. */
export async function exchange(port: number, hostile: HostileCase): Promise<Exchanged> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const pieces: Buffer[] = []
  let bytes = 0
  let isLate = false
  let isReached = false
  const answered = Promise.withResolvers<void>()
  socket.on('connect', () => {
    isReached = true
  })
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => resolve(answered.resolve()))
    socket.on('error', () => socket.destroy())
    socket.on('end', () => socket.destroy())
  })
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece)
    answered.resolve()
    bytes += piece.length
    // The head of a stream may follow other responses, and are in two pieces.
    const latest = Buffer.concat(pieces.slice(-2)).toString('latin1')
    if (STREAM_HEAD.test(latest) || bytes > MAX_READ_BYTES) socket.destroy()
  })
  const timer = setTimeout(() => {
    isLate = true
    socket.destroy()
  }, MAX_WAIT_MS)
  let from = 0
  for (const cut of hostile.cuts) {
    socket.write(hostile.text.slice(from, cut), 'latin1')
    from = cut
    await sleep(PIECE_PAUSE_MS)
  }
  socket.write(hostile.text.slice(from), 'latin1')
  if (hostile.isAborted) socket.destroySoon()
  else {
    const patienceMs = WHOLE_KINDS.has(hostile.kind) ? PATIENCE_OF_WHOLE_MS : PATIENCE_MS
    const waiting = new AbortController()
    const { signal } = waiting
    await Promise.race([answered.promise, sleep(patienceMs, undefined, { signal }).catch(() => {})])
    waiting.abort()
    socket.end()
  }
  await ended
  clearTimeout(timer)
  const text = Buffer.concat(pieces).toString('latin1')
  const responses = readResponses(text, hostile.method !== 'HEAD')
  return { responses, isLate, isReached }
}

/** The whole responses; a stream that began is none. */
function readResponses(text: string, hasBody: boolean): RawResponse[] {
  const responses: RawResponse[] = []
  for (let taken = takeResponse(text, hasBody); taken; taken = takeResponse(taken.rest, hasBody))
    // What says that a body is welcome is not yet a response.
    if (taken.response.status >= 200) responses.push(taken.response)
  return responses
}

/** Stacks, paths and statements of the inside. */
const LEAKS =
  /DB::|Exception|\/src\/|node_modules|\.ts:\d|\.js:\d|SELECT |\bat \S+ \(\S*:\d+|\/tmp\/|\/home\/|root:x:0/
/** Refused for the framing, before any operation is known. */
const REFUSALS = [400, 404, 405, 413, 414, 417]
/** Pages and documents that may speak of statements and files. */
const PAGES = /text\/html|text\/css|javascript|text\/plain; version|image\/|font\//

/** Notes what is wrong with the responses to a case, with an excerpt that shows it. */
export function noteProblems(
  problems: Problems,
  { text, requests, method, endpoint }: HostileCase,
  { responses, isLate, isReached }: Exchanged,
  documented: ReadonlySet<number>,
): void {
  if (!isReached) problems.note('no connection')
  if (isLate) problems.note('no end', text.slice(0, 200))
  if (responses.length > requests) problems.note('more responses than requests', text.slice(0, 300))
  const own = requests === 1 ? endpoint?.statuses : undefined
  const allowed = new Set([...(own?.size ? own : documented), ...REFUSALS])
  for (const response of responses) {
    const problem = problemOf(response, method, allowed)
    const shown = `${JSON.stringify(text.slice(0, 300))} → ${response.status} ${response.body.slice(0, 200)}`
    if (problem !== undefined) problems.note(problem, shown)
  }
}

function problemOf(
  response: RawResponse,
  method: string,
  allowed: ReadonlySet<number>,
): string | undefined {
  const { status, headers, body } = response
  const type = headers['content-type'] ?? ''
  if (isFault(response)) return 'a fault of the service'
  if (!allowed.has(status) && !isOfAgents(response)) return `status ${status} is not documented`
  if (!PAGES.test(type) && !body.startsWith('{"openapi"') && LEAKS.test(body)) return 'a leak'
  if (status >= 400 && method !== 'HEAD' && !isErrorBody(body, status))
    return 'an error in another shape'
  return undefined
}

/** A fault of our own is answered with a documented 503 that requests more patience than overload. */
function isFault({ status, headers, body }: RawResponse): boolean {
  if (status < 500) return false
  if (status === 502) return !body.includes('"snapshot_missing"')
  const isBusy = body === '' ? headers['retry-after'] === '1' : body.includes('"overloaded"')
  return status !== 503 || !isBusy || body.includes('could not be made')
}

/** The protocol of agents has statuses and error bodies of its own. */
function isOfAgents({ status, body }: RawResponse): boolean {
  return (status === 406 || status === 415) && body.includes('"jsonrpc"')
}

function isErrorBody(body: string, status: number): boolean {
  try {
    const value = JSON.parse(body) as { error?: unknown; message?: unknown; status?: unknown }
    if ('jsonrpc' in value) return true
    return (
      typeof value.error === 'string' &&
      typeof value.message === 'string' &&
      value.status === status
    )
  } catch {
    return false
  }
}

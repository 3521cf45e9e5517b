import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostileCase } from './hostile-requests.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Exchanged {
  readonly answers: readonly Answer[]
  /** What is not a whole answer, such as the start of a stream. */
  readonly rest: string
  readonly isLate: boolean
  /** False where not even a connection could be made. */
  readonly isReached: boolean
}

const PIECE_PAUSE_MS = 5
/** How long an answer is waited for before the sender has said all: the service then gives up. */
const PATIENCE_MS = 300
const PATIENCE_OF_WHOLE_MS = 10_000
/** Kinds whose requests are whole, so that each has an answer. */
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
    // The head of a stream may follow other answers, and lie in two pieces.
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
  return {
    ...readAnswers(Buffer.concat(pieces).toString('latin1'), hostile.method),
    isLate,
    isReached,
  }
}

function readAnswers(text: string, method: string): Pick<Exchanged, 'answers' | 'rest'> {
  const answers: Answer[] = []
  let rest = text
  for (;;) {
    const read = readAnswer(rest, method)
    if (read === undefined) return { answers, rest }
    // What says that a body is welcome is not yet an answer.
    if (read.answer.status >= 200) answers.push(read.answer)
    rest = rest.slice(read.end)
  }
}

function readAnswer(text: string, method: string): { answer: Answer; end: number } | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? []
  if (headEnd < 0 || status === undefined) return undefined
  const lines = text.slice(0, headEnd).split('\r\n').slice(1)
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const start = headEnd + 4
  const body = readBody(text, start, { headers, status: Number(status), method })
  if (body === undefined) return undefined
  return { answer: { status: Number(status), headers, body: body.text }, end: body.end }
}

function readBody(
  text: string,
  start: number,
  { headers, status, method }: { headers: Record<string, string>; status: number; method: string },
): { text: string; end: number } | undefined {
  const isEmpty = status < 200 || status === 204 || status === 304
  if (isEmpty || method === 'HEAD') return { text: '', end: start }
  if (headers['transfer-encoding'] === 'chunked') {
    const end = text.indexOf('\r\n0\r\n\r\n', start - 2)
    return end < 0 ? undefined : { text: text.slice(start, end), end: end + 7 }
  }
  const length = Number(headers['content-length'] ?? 0)
  const end = start + length
  return end > text.length ? undefined : { text: text.slice(start, end), end }
}

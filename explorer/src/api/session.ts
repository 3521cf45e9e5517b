import { readStoredJson, store } from '../lib/stored.ts'
import { AlmanacError, errorText, transport } from './client.ts'
import type { ResponseOf } from './operations.ts'
import { serviceUrl } from './origin.ts'

const KEY = 'almanac.session'
const SESSION = { url: `${serviceUrl}/app/session`, isPro: false, isIdempotent: false }

/** What a pass of this browser lets it read; the pass itself is a cookie that no script sees. */
export type Session = Readonly<ResponseOf<'postSession'>>

const NONE: Session = { access: 'none', expiresAt: null }
let opening: Promise<Session> | null = null

/** The pass of this browser: the one it has, or one that needs no key. Asked for once a page. */
export function waitForPass(): Promise<Session> {
  const known = readSession()
  if (known.access !== 'none') return Promise.resolve(known)
  opening ??= openSession().then(({ session, isFinal }) => {
    // What did not answer may do so when it is asked again.
    if (!isFinal) opening = null
    return session
  })
  return opening
}

export interface Opened {
  readonly session: Session
  /** What came of it, in words. */
  readonly message: string
  /** False where the service did not decide: it was busy, or did not answer. */
  readonly isFinal: boolean
}

/** Asks for a pass, by a key or without one. */
export async function openSession(key?: string): Promise<Opened> {
  const body = key === undefined ? {} : { key }
  try {
    const { data } = await transport.ask({ ...SESSION, method: 'POST', body }, {})
    const { access, expiresAt } = data as Session
    const session = { access, expiresAt }
    store(KEY, JSON.stringify(session))
    return { session, message: 'The key is in use.', isFinal: true }
  } catch (error) {
    const status = error instanceof AlmanacError ? error.status : 0
    return { session: NONE, message: errorText(error), isFinal: status > 0 && status < 429 }
  }
}

/** Gives the pass back. */
export async function endSession(): Promise<void> {
  opening = null
  store(KEY, null)
  await transport.open({ ...SESSION, method: 'DELETE', body: undefined }, {}).catch(() => null)
}

/** The pass that this browser was given, unless it has expired. */
export function readSession(): Session {
  const { access, expiresAt } = Object(readStoredJson(KEY)) as Partial<Session>
  const isOver = access === undefined || expiresAt == null || Date.parse(expiresAt) <= Date.now()
  return isOver ? NONE : { access, expiresAt }
}

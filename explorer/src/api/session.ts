import type { AnswerOf } from './operations.ts'
import { serviceUrl } from './origin.ts'

const KEY = 'almanac.session'

/** What a pass of this browser lets it read; the pass itself is a cookie that no script sees. */
export type Session = Readonly<AnswerOf<'postSession'>>

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
  const response = await fetch(`${serviceUrl}/app/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(key === undefined ? {} : { key }),
  }).catch(() => null)
  if (response === null)
    return { session: NONE, message: 'The service does not answer.', isFinal: false }
  const body = (await response.json().catch(() => null)) as (Session & { message?: string }) | null
  if (!response.ok || body === null)
    return {
      session: NONE,
      message: body?.message ?? 'The key was refused.',
      isFinal: response.status < 429,
    }
  const session = { access: body.access, expiresAt: body.expiresAt }
  try {
    localStorage.setItem(KEY, JSON.stringify(session))
  } catch {
    // A browser that keeps nothing asks again on the next page.
  }
  return { session, message: 'The key is in use.', isFinal: true }
}

/** Gives the pass back. */
export async function endSession(): Promise<void> {
  opening = null
  try {
    localStorage.removeItem(KEY)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  await fetch(`${serviceUrl}/app/session`, { method: 'DELETE' }).catch(() => null)
}

/** The pass that this browser was given, unless it has expired. */
export function readSession(): Session {
  try {
    const { access, expiresAt } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Session>
    if (access === undefined || expiresAt == null || Date.parse(expiresAt) <= Date.now())
      return NONE
    return { access, expiresAt }
  } catch {
    return NONE
  }
}

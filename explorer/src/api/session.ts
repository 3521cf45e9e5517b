import { serviceUrl } from './origin.ts'

export interface Session {
  readonly isOpen: boolean
  /** What came of it, in words. */
  readonly message: string
}

/** Asks for a pass, by a key or without one. */
export async function openSession(key?: string): Promise<Session> {
  const response = await fetch(`${serviceUrl}/app/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(key === undefined ? {} : { key }),
  }).catch(() => null)
  if (response === null) return { isOpen: false, message: 'The service does not answer.' }
  if (response.ok) return { isOpen: true, message: 'The key is in use.' }
  const body = (await response.json().catch(() => null)) as { message?: string } | null
  return { isOpen: false, message: body?.message ?? 'The key was refused.' }
}

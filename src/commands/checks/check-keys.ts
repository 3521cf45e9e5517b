import type { Accounts } from '../../accounts/accounts.ts'
import { keyState } from '../../accounts/key-ring.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import type { KnownFetch } from '../../live-fetches.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const EXPIRY_DAYS = 14

/** Keys of callers: whether there are any, and which will soon be of no use. */
export async function checkKeys(accounts: Accounts, nowMs: number): Promise<Finding[]> {
  const keys = (await accounts.listKeys()).filter((key) => keyState(key, nowMs) === 'live')
  if (keys.length === 0)
    return [warning('keys', 'no key is in force', 'almanac keys create --name NAME')]
  const soonMs = nowMs + EXPIRY_DAYS * DAY_SEC * 1000
  const findings = [ok('keys', `${keys.length} in force`)]
  for (const key of keys) {
    if (key.expiresAtMs !== null && key.expiresAtMs < soonMs) {
      const day = new Date(key.expiresAtMs).toISOString().slice(0, 10)
      findings.push(
        warning('keys', `${key.name} expires on ${day}`, `almanac keys rotate ${key.name}`),
      )
    }
    if (accounts.usage(key).remaining <= 0)
      findings.push(
        warning('keys', `${key.name} has no credits left`, 'Make a key with more of them.'),
      )
  }
  return findings
}

/** Keys and settings that public sources lack. */
export function checkSources(fetches: readonly KnownFetch[]): Finding[] {
  return fetches.flatMap(({ source, isOn, problem: lack }) => {
    if (!isOn) return []
    if (lack === null) return [ok('sources', source.name)]
    return [problem('sources', `${source.name}: ${lack}`, `almanac sources`)]
  })
}

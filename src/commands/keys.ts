import { parseArgs } from 'node:util'
import type { AccountKey, Accounts } from '../accounts/accounts.ts'
import { type Clock, createClock } from '../lib/clock.ts'
import { parseDuration } from '../lib/duration.ts'
import { UsageError } from '../lib/errors.ts'
import { alignColumns } from './align-columns.ts'

const DEFAULT_OVERLAP = '24h'
const DURATION_FORM = /^\d+(\.\d+)?[wdhms]$/i
const DATE_FORM = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/

const USAGE = {
  create:
    'almanac keys create --name NAME [--account ACCOUNT] [--rate PER_MINUTE] [--credits PER_MONTH] [--expires DATE|30d]',
  list: 'almanac keys list',
  rotate: `almanac keys rotate <id|name> [--overlap ${DEFAULT_OVERLAP}]`,
  revoke: 'almanac keys revoke <id|name>',
}

type Action = keyof typeof USAGE

export async function runKeys(
  args: string[],
  accounts: Accounts,
  print: (line: string) => void,
  clock: Clock = createClock(),
): Promise<void> {
  const [action, ...rest] = args
  switch (action) {
    case 'create':
      return create(rest, accounts, print, clock)
    case 'list':
      return list(rest, accounts, print, clock)
    case 'rotate':
      return rotate(rest, accounts, print)
    case 'revoke':
      return revoke(rest, accounts, print)
    default:
      throw new UsageError(`Usage: ${Object.values(USAGE).join(' | ')}`)
  }
}

async function create(
  args: string[],
  accounts: Accounts,
  print: (line: string) => void,
  clock: Clock,
): Promise<void> {
  const { values } = parse('create', args, ['name', 'account', 'rate', 'credits', 'expires'], 0)
  const { name, account, rate, credits, expires } = values
  if (name === undefined) throw misuse('create', '--name is missing')
  const { text, key } = await accounts.createKey({
    name,
    ...(account === undefined ? {} : { account }),
    ...(rate === undefined ? {} : { ratePerMinute: toWholeNumber('--rate', rate) }),
    ...(credits === undefined ? {} : { creditsPerMonth: toWholeNumber('--credits', credits) }),
    ...(expires === undefined ? {} : { expiresAtMs: toTimeMs(expires, clock.nowMs()) }),
  })
  print(
    `Created key ${key.name} (${key.id}): ${key.ratePerMinute} requests a minute, ${key.creditsPerMonth} credits a month.`,
  )
  printSecret(text, print)
}

async function list(
  args: string[],
  accounts: Accounts,
  print: (line: string) => void,
  clock: Clock,
): Promise<void> {
  parse('list', args, [], 0)
  const keys = await accounts.listKeys()
  if (keys.length === 0) {
    print(`There are no keys yet. Make one: ${USAGE.create}`)
    return
  }
  const header = [
    'ID',
    'NAME',
    'ACCOUNT',
    'KEY',
    'PLAN',
    'RATE/MIN',
    'USED',
    'CREDITS/MONTH',
    'CREATED',
    'EXPIRES',
    'LAST USED',
    'STATE',
  ]
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.account,
    key.hint,
    key.plan,
    String(key.ratePerMinute),
    String(accounts.usage(key).used),
    String(key.creditsPerMonth),
    toText(key.createdAtMs),
    toText(key.expiresAtMs),
    toText(key.lastUsedAtMs),
    stateOf(key, clock.nowMs()),
  ])
  for (const line of alignColumns([header, ...rows])) print(line)
}

async function rotate(
  args: string[],
  accounts: Accounts,
  print: (line: string) => void,
): Promise<void> {
  const { values, target } = parse('rotate', args, ['overlap'], 1)
  const overlap = values.overlap ?? DEFAULT_OVERLAP
  const overlapSec = parseDuration(overlap)
  if (overlapSec === undefined)
    throw misuse('rotate', '--overlap must be a duration such as 24h, 30m or 0s')
  const { text, key } = await accounts.rotateKey(target, { overlapSec })
  const old =
    overlapSec === 0 ? 'The old key is no longer valid.' : `The old key stays valid for ${overlap}.`
  print(`Rotated key ${key.name}; the new one is ${key.id}. ${old}`)
  printSecret(text, print)
}

async function revoke(
  args: string[],
  accounts: Accounts,
  print: (line: string) => void,
): Promise<void> {
  const { target } = parse('revoke', args, [], 1)
  const key = await accounts.revokeKey(target)
  print(`Revoked key ${key.name} (${key.id}).`)
}

function printSecret(text: string, print: (line: string) => void): void {
  print('')
  print(`  ${text}`)
  print('')
  print('Keep it now: only its hash is stored, so it cannot be shown again.')
}

function parse(
  action: Action,
  args: string[],
  names: string[],
  targets: 0 | 1,
): { values: Record<string, string | undefined>; target: string } {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  let parsed: { values: Record<string, string | undefined>; positionals: string[] }
  try {
    parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw misuse(action, error instanceof Error ? error.message : String(error))
  }
  const { values, positionals } = parsed
  if (positionals.length > targets) throw misuse(action, 'there are too many arguments')
  const [target = ''] = positionals
  if (targets === 1 && target === '') throw misuse(action, 'the id or name of a key is missing')
  return { values, target }
}

function misuse(action: Action, problem: string): UsageError {
  return new UsageError(`keys ${action}: ${problem}. Usage: ${USAGE[action]}`)
}

function toWholeNumber(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw misuse('create', `${option} must be a whole number`)
  return Number(text)
}

/** A date, a time, or a duration from now. */
function toTimeMs(text: string, nowMs: number): number {
  const durationSec = DURATION_FORM.test(text) ? parseDuration(text) : undefined
  if (durationSec !== undefined) return nowMs + durationSec * 1000
  const timeMs = DATE_FORM.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(timeMs))
    throw misuse(
      'create',
      '--expires must be an ISO date such as 2027-01-31, or a duration such as 30d',
    )
  return timeMs
}

function stateOf(key: AccountKey, nowMs: number): string {
  if (key.revokedAtMs !== null) return 'revoked'
  return key.expiresAtMs !== null && key.expiresAtMs <= nowMs ? 'expired' : 'live'
}

function toText(timeMs: number | null): string {
  return timeMs === null ? '-' : `${new Date(timeMs).toISOString().slice(0, 16)}Z`
}

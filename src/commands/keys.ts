import { parseArgs } from 'node:util'
import type { AccountKey, Accounts } from '../accounts/accounts.ts'
import { dayOf } from '../accounts/route-usage.ts'
import { type Clock, createClock } from '../lib/clock.ts'
import { parseDuration } from '../lib/duration.ts'
import { UsageError } from '../lib/errors.ts'
import { alignColumns } from './align-columns.ts'

const DEFAULT_OVERLAP = '24h'
const DEFAULT_USAGE_DAYS = 30
const DAY_MS = 86_400_000
const DURATION_FORM = /^\d+(\.\d+)?[wdhms]$/i
const DATE_FORM = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/

const USAGE = {
  create:
    'almanac keys create --name NAME [--account ACCOUNT] [--rate PER_MINUTE] [--credits PER_MONTH] [--expires DATE|30d] [--operator]',
  list: 'almanac keys list',
  rotate: `almanac keys rotate <id|name> [--overlap ${DEFAULT_OVERLAP}]`,
  revoke: 'almanac keys revoke <id|name>',
  usage: 'almanac keys usage [id|name] [--days 30]',
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
    case 'usage':
      return showUsage(rest, accounts, print, clock)
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
  const names = ['name', 'account', 'rate', 'credits', 'expires']
  const { values, isOperator } = parse('create', args, names, 0)
  const { name, account, rate, credits, expires } = values
  if (name === undefined) throw misuse('create', '--name is missing')
  const { text, key } = await accounts.createKey({
    name,
    operator: isOperator,
    ...(account === undefined ? {} : { account }),
    ...(rate === undefined ? {} : { ratePerMinute: toWholeNumber('--rate', rate) }),
    ...(credits === undefined ? {} : { creditsPerMonth: toWholeNumber('--credits', credits) }),
    ...(expires === undefined ? {} : { expiresAtMs: toTimeMs(expires, clock.nowMs()) }),
  })
  print(
    `Created key ${key.name} (${key.id}): ${key.ratePerMinute} requests a minute, ${key.creditsPerMonth} credits a month.`,
  )
  if (key.operator) print('It may list, make, rotate and revoke keys over HTTP.')
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
    key.operator ? `${key.plan}, operator` : key.plan,
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

/** What keys asked for, by day and operation. */
async function showUsage(
  args: string[],
  accounts: Accounts,
  print: (line: string) => void,
  clock: Clock,
): Promise<void> {
  const { values, target } = parse('usage', args, ['days'], 1)
  const days = values.days === undefined ? DEFAULT_USAGE_DAYS : toWholeNumber('--days', values.days)
  const keys = await accounts.listKeys()
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  const wanted = keys.filter(({ id, name }) => id === target || name === target)
  if (target !== '' && wanted.length === 0)
    throw misuse('usage', 'there is no such key; almanac keys list shows them')
  const uses = await accounts.listUse(dayOf(clock.nowMs() - (days - 1) * DAY_MS))
  const shown = uses.filter(({ keyId }) => target === '' || wanted.some(({ id }) => id === keyId))
  if (shown.length === 0) return print(`Nothing was asked for in the last ${days} days.`)
  const rows = shown.map(({ day, keyId, operation, requests, credits }) => [
    ...[day, names.get(keyId) ?? keyId, operation, String(requests), String(credits)],
  ])
  for (const line of alignColumns([['DAY', 'KEY', 'OPERATION', 'REQUESTS', 'CREDITS'], ...rows]))
    print(line)
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
): { values: Record<string, string | undefined>; target: string; isOperator: boolean } {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const flags = action === 'create' ? { operator: { type: 'boolean' as const } } : {}
  let parsed: { values: Record<string, string | boolean | undefined>; positionals: string[] }
  try {
    parsed = parseArgs({
      args,
      options: { ...options, ...flags },
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    throw misuse(action, error instanceof Error ? error.message : String(error))
  }
  const {
    values: { operator, ...values },
    positionals,
  } = parsed
  if (positionals.length > targets) throw misuse(action, 'there are too many arguments')
  const [target = ''] = positionals
  if (targets === 1 && target === '' && action !== 'usage')
    throw misuse(action, 'the id or name of a key is missing')
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string')
  return {
    values: Object.fromEntries(texts) as Record<string, string | undefined>,
    target,
    isOperator: operator === true,
  }
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

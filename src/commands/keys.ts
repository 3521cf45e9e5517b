import { keyState } from '../accounts/key-ring.ts'
import { dayOf } from '../accounts/month.ts'
import { parseDuration } from '../lib/duration.ts'
import { UsageError } from '../lib/errors.ts'
import { printTable } from './align-columns.ts'
import type { Family } from './context.ts'
import { defineCommand, usageOf } from './define-command.ts'
import { flag, option, required, withDefault } from './options.ts'

const DEFAULT_OVERLAP = '24h'
const DEFAULT_USAGE_DAYS = 30
const DAY_MS = 86_400_000
const DURATION_FORM = /^\d+(\.\d+)?[wdhms]$/i
const DATE_FORM = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/

const create = defineCommand({
  name: 'keys create',
  options: {
    name: required('NAME', 'what it is called'),
    account: option('ACCOUNT', 'the account that it belongs to'),
    rate: option('PER_MINUTE', 'requests a minute', toWholeNumber),
    credits: option('PER_MONTH', 'credits a month', toWholeNumber),
    expires: option('DATE|30d', 'when it ends', readExpiry),
    operator: flag('it may list, make, rotate and revoke keys over HTTP'),
  },
  describe: 'makes an API key, and shows it once',
  examples: ['keys create --name desk --rate 2000 --expires 90d'],
  needs: 'accounts',
  run: async ({ options }, { accounts, clock, print }) => {
    const { name, account, rate, credits, expires, operator } = options
    const { text, key } = await accounts.createKey({
      name,
      operator,
      ...(account === undefined ? {} : { account }),
      ...(rate === undefined ? {} : { ratePerMinute: rate }),
      ...(credits === undefined ? {} : { creditsPerMonth: credits }),
      ...(expires === undefined ? {} : { expiresAtMs: expires(clock.nowMs()) }),
    })
    print(
      `Created key ${key.name} (${key.id}): ${key.ratePerMinute} requests a minute, ${key.creditsPerMonth} credits a month.`,
    )
    if (key.operator) print('It may list, make, rotate and revoke keys over HTTP.')
    printSecret(text, print)
  },
})

const list = defineCommand({
  name: 'keys list',
  describe: 'every key with its limits, use and state',
  needs: 'accounts',
  run: async (_, { accounts, clock, print }) => {
    const keys = await accounts.listKeys()
    if (keys.length === 0) return print(`There are no keys yet. Make one: ${usageOf(create)}`)
    printTable(print, keys, {
      ID: ({ id }) => id,
      NAME: ({ name }) => name,
      ACCOUNT: ({ account }) => account,
      KEY: ({ hint }) => hint,
      PLAN: ({ plan, operator }) => (operator ? `${plan}, operator` : plan),
      'RATE/MIN': ({ ratePerMinute }) => ratePerMinute,
      USED: (key) => accounts.usage(key).used,
      'CREDITS/MONTH': ({ creditsPerMonth }) => creditsPerMonth,
      CREATED: ({ createdAtMs }) => toText(createdAtMs),
      EXPIRES: ({ expiresAtMs }) => toText(expiresAtMs),
      'LAST USED': ({ lastUsedAtMs }) => toText(lastUsedAtMs),
      STATE: (key) => keyState(key, clock.nowMs()),
    })
  },
})

const rotate = defineCommand({
  name: 'keys rotate',
  usage: ['<id|name>'],
  options: {
    overlap: withDefault(DEFAULT_OVERLAP, 'TIME', 'how long the old key stays valid', readOverlap),
  },
  describe: 'replaces a key by a new one',
  needs: 'accounts',
  run: async ({ args: [target], options: { overlap } }, { accounts, print }) => {
    const overlapSec = parseDuration(overlap) ?? 0
    const { text, key } = await accounts.rotateKey(target, { overlapSec })
    const old =
      overlapSec === 0
        ? 'The old key is no longer valid.'
        : `The old key stays valid for ${overlap}.`
    print(`Rotated key ${key.name}; the new one is ${key.id}. ${old}`)
    printSecret(text, print)
  },
})

const revoke = defineCommand({
  name: 'keys revoke',
  usage: ['<id|name>'],
  describe: 'ends a key at once',
  needs: 'accounts',
  run: async ({ args: [target] }, { accounts, print }) => {
    const key = await accounts.revokeKey(target)
    print(`Revoked key ${key.name} (${key.id}).`)
  },
})

const usage = defineCommand({
  name: 'keys usage',
  usage: ['[id|name]'],
  options: { days: withDefault(DEFAULT_USAGE_DAYS, 'N', 'the last days', toWholeNumber) },
  describe: 'requests and credits of keys, by day and operation',
  examples: ['keys usage desk --days 7'],
  needs: 'accounts',
  run: async ({ args: [target], options: { days }, misuse }, { accounts, clock, print }) => {
    const keys = await accounts.listKeys()
    const names = new Map(keys.map(({ id, name }) => [id, name]))
    const wanted = new Set(
      keys.filter(({ id, name }) => id === target || name === target).map(({ id }) => id),
    )
    if (target !== undefined && wanted.size === 0)
      throw misuse('there is no such key; almanac keys list shows them')
    const uses = await accounts.listUse(dayOf(clock.nowMs() - (days - 1) * DAY_MS))
    const shown = uses.filter(({ keyId }) => target === undefined || wanted.has(keyId))
    if (shown.length === 0) return print(`Nothing was asked for in the last ${days} days.`)
    printTable(print, shown, {
      DAY: ({ day }) => day,
      KEY: ({ keyId }) => names.get(keyId) ?? keyId,
      OPERATION: ({ operation }) => operation,
      REQUESTS: ({ requests }) => requests,
      CREDITS: ({ credits }) => credits,
    })
  },
})

export const keys: Family = {
  name: 'keys',
  describe: 'API keys: makes, lists, rotates and revokes them; their use',
  commands: [create, list, rotate, revoke, usage],
}

function printSecret(text: string, print: (line: string) => void): void {
  const advice = 'Keep it now: only its hash is stored, so it cannot be shown again.'
  for (const line of ['', `  ${text}`, '', advice]) print(line)
}

function toWholeNumber(text: string, name: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${name} must be a whole number`)
  return Number(text)
}

function readOverlap(text: string, name: string): string {
  if (parseDuration(text) === undefined)
    throw new UsageError(`${name} must be a duration such as 24h, 30m or 0s`)
  return text
}

/** A date, a time, or a duration from now. */
function readExpiry(text: string, name: string): (nowMs: number) => number {
  const durationSec = DURATION_FORM.test(text) ? parseDuration(text) : undefined
  if (durationSec !== undefined) return (nowMs) => nowMs + durationSec * 1000
  const timeMs = DATE_FORM.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(timeMs))
    throw new UsageError(
      `${name} must be an ISO date such as 2027-01-31, or a duration such as 30d`,
    )
  return () => timeMs
}

function toText(timeMs: number | null): string {
  return timeMs === null ? '-' : `${new Date(timeMs).toISOString().slice(0, 16)}Z`
}

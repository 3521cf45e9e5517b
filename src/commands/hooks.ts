import { randomBytes } from 'node:crypto'
import { lookup as lookUpName } from 'node:dns'
import { promisify } from 'node:util'
import type { Accounts } from '../accounts/accounts.ts'
import { EVENT_NAMES, type EventName } from '../follow/event.ts'
import { countDeliveries, listDeliveries, reviveDead } from '../hooks/deliveries.ts'
import { DELIVERY_STATES, type DeliveryState, deliveryId, type Hook } from '../hooks/hook.ts'
import { insertHook, listHooks, removeHook } from '../hooks/hook-store.ts'
import { checkedLookup, parseHookUrl } from '../hooks/hook-url.ts'
import { send } from '../hooks/send.ts'
import { toSec } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { suggest } from '../lib/suggest.ts'
import { printTable } from './align-columns.ts'
import type { Family } from './context.ts'
import { defineCommand, usageOf } from './define-command.ts'
import { flag, option } from './options.ts'

const SECRET_BYTES = 32
const ID_BYTES = 6
const MAX_SHOWN = 50

const add = defineCommand({
  name: 'hooks add',
  usage: ['<https URL>'],
  options: {
    on: option(EVENT_NAMES.join(','), 'only these events', namesOf(EVENT_NAMES)),
    fact: option('NAME,…', 'only events about these facts'),
    'allow-private': flag('allows this machine and its network'),
  },
  describe: 'sends events to a URL, signed with a secret that is shown once',
  examples: ['hooks add https://example.org/almanac --fact prices,tvl'],
  needs: 'accounts',
  run: async ({ args: [target], options }, { accounts, clock, declared, print }) => {
    const { 'allow-private': allowPrivate, fact, on = [] } = options
    const url = parseHookUrl(target, allowPrivate)
    await refusePrivateName(url, allowPrivate, print)
    const { facts } = await declared()
    const names = namesOf(facts.map(({ name }) => name))
    const hook: Hook = {
      id: `hook_${randomBytes(ID_BYTES).toString('hex')}`,
      url: url.href,
      filter: {
        events: new Set(on),
        facts: new Set(fact === undefined ? [] : names(fact, '--fact')),
      },
      allowPrivate,
      secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`,
      createdMs: clock.nowMs(),
      positionRun: null,
      failures: 0,
      nextMs: 0,
    }
    await insertHook(accounts.database, hook)
    print(`Added hook ${hook.id}: ${describeFilter(hook)} to ${hook.url}`)
    const use = 'The receiver verifies signatures with this secret. It is not shown again.'
    for (const line of ['', `  ${hook.secret}`, '', use]) print(line)
  },
})

/** A name that cannot be looked up now may exist later; each delivery checks again. */
async function refusePrivateName(
  url: URL,
  allowPrivate: boolean,
  print: (line: string) => void,
): Promise<void> {
  const check = promisify(checkedLookup(allowPrivate, lookUpName))
  try {
    await check(url.hostname.replace(/^\[(.*)\]$/, '$1'), {})
  } catch (error) {
    if (error instanceof UsageError) throw error
    print(`The name ${url.hostname} cannot be looked up now; deliveries will be tried anyway.`)
  }
}

const list = defineCommand({
  name: 'hooks list',
  describe: 'every hook with its deliveries and state',
  needs: 'accounts',
  run: async (_, { accounts, clock, print }) => {
    const hooks = await listHooks(accounts.database)
    if (hooks.length === 0) return print(`There are no hooks. Add one: ${usageOf(add)}`)
    const counts = await countDeliveries(accounts.database)
    const count = (state: DeliveryState) => (hook: Hook) => counts.get(hook.id)?.[state] ?? 0
    printTable(print, hooks, {
      ID: ({ id }) => id,
      URL: ({ url }) => url,
      ON: ({ filter }) => [...filter.events].join(',') || 'all',
      FACTS: ({ filter }) => [...filter.facts].join(',') || 'all',
      RUN: ({ positionRun }) => positionRun ?? '-',
      DELIVERED: count('delivered'),
      PENDING: count('pending'),
      DEAD: count('dead'),
      STATE: ({ failures, nextMs }) =>
        failures === 0 ? 'ok' : `failing, next ${toText(Math.max(nextMs, clock.nowMs()))}`,
    })
  },
})

const remove = defineCommand({
  name: 'hooks remove',
  usage: ['<id>'],
  describe: 'removes a hook and its pending deliveries',
  needs: 'accounts',
  run: async ({ args: [id] }, { accounts, print }) => {
    if (!(await removeHook(accounts.database, id))) throw unknownHook(id)
    print(`Removed hook ${id} and what was waiting for it.`)
  },
})

const test = defineCommand({
  name: 'hooks test',
  usage: ['<id>'],
  describe: 'sends one event that is not of the data, to try a receiver',
  needs: 'accounts',
  run: async ({ args: [id] }, { accounts, clock, print }) => {
    const hook = await getHook(accounts, id)
    const nowMs = clock.nowMs()
    const eventId = `test-${randomBytes(ID_BYTES).toString('hex')}`
    const at = new Date(nowMs).toISOString()
    const body = JSON.stringify({ id: eventId, event: 'test', at })
    const message = { id: deliveryId({ hook: hook.id, eventId }), event: 'test', body }
    try {
      await send(hook, message, { timestampSec: toSec(nowMs) })
    } catch (error) {
      throw new UsageError(`${hook.id} was not delivered: ${(error as Error).message}`)
    }
    print(`Delivered a test event to ${hook.url}`)
  },
})

const deliveries = defineCommand({
  name: 'hooks deliveries',
  usage: ['[id]'],
  options: {
    state: option(DELIVERY_STATES.join('|'), 'only those', namesOf(DELIVERY_STATES)),
  },
  describe: 'the newest deliveries of a hook, or of all',
  needs: 'accounts',
  run: async ({ args: [id], options }, { accounts, print }) => {
    const state = options.state?.[0]
    const hook = id === undefined ? undefined : (await getHook(accounts, id)).id
    const found = await listDeliveries(accounts.database, { hook, state, limit: MAX_SHOWN })
    if (found.length === 0) return print('There are no such deliveries.')
    printTable(print, found, {
      ID: deliveryId,
      EVENT: ({ event }) => event,
      STATE: (delivery) => delivery.state,
      QUEUED: ({ queuedMs }) => toText(queuedMs),
      ATTEMPTS: ({ attempts }) => attempts,
      LAST: ({ lastMs }) => toText(lastMs),
      ERROR: ({ lastError }) => lastError ?? '-',
    })
    if (found.length === MAX_SHOWN) print(`The newest ${MAX_SHOWN} are shown.`)
  },
})

const retry = defineCommand({
  name: 'hooks retry',
  usage: ['<id>'],
  describe: 'queues deliveries that were given up again',
  needs: 'accounts',
  run: async ({ args: [id] }, { accounts, clock, print }) => {
    const hook = await getHook(accounts, id)
    const revived = await reviveDead(accounts.database, hook.id, clock.nowMs())
    print(
      `${revived} deliveries that were given up are queued again; the next attempt is made now.`,
    )
  },
})

export const hooks: Family = {
  name: 'hooks',
  describe: 'webhooks: adds, tests, lists and removes them; deliveries',
  commands: [add, list, remove, test, deliveries, retry],
}

async function getHook(accounts: Accounts, id: string): Promise<Hook> {
  const found = (await listHooks(accounts.database)).find((hook) => hook.id === id)
  if (found === undefined) throw unknownHook(id)
  return found
}

function unknownHook(id: string): UsageError {
  return new UsageError(`There is no hook "${id}"; almanac hooks list shows them.`)
}

/** Reads names separated by commas. */
function namesOf<N extends string>(known: readonly N[]) {
  return (text: string, option: string): N[] =>
    text
      .split(',')
      .filter((name) => name !== '')
      .map((name) => {
        const found = known.find((one) => one === name.trim())
        if (found !== undefined) return found
        const near = suggest(name, known)
        const hint = near.length > 0 ? near : known.slice(0, 10)
        throw new UsageError(`${option}: there is no "${name}"; there are ${hint.join(', ')}.`)
      })
}

function describeFilter({ filter: { events, facts } }: Hook): string {
  const named: EventName[] = [...events]
  const what = named.length === 0 ? 'all events' : named.join(', ')
  return facts.size === 0 ? what : `${what} about ${[...facts].join(', ')}`
}

function toText(timeMs: number | null): string {
  return timeMs === null ? '-' : `${new Date(timeMs).toISOString().slice(0, 19)}Z`
}

import { randomBytes } from 'node:crypto'
import { lookup as lookUpName } from 'node:dns'
import { promisify } from 'node:util'
import type { Accounts } from '../accounts/accounts.ts'
import { EVENT_NAMES, type EventName } from '../follow/event.ts'
import { countDeliveries, listDeliveries, reviveDead } from '../hooks/deliveries.ts'
import { DELIVERY_STATES, deliveryId, type Hook } from '../hooks/hook.ts'
import { checkedLookup, parseHookAddress } from '../hooks/hook-address.ts'
import { insertHook, listHooks, removeHook } from '../hooks/hook-store.ts'
import { send } from '../hooks/send.ts'
import { type Clock, toSec } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { suggest } from '../lib/suggest.ts'
import { alignColumns } from './align-columns.ts'
import { HOOKS_USAGE, parseHookArguments } from './hook-arguments.ts'

const SECRET_BYTES = 32
const ID_BYTES = 6
const MAX_SHOWN = 50

export interface HookCommand {
  accounts: Accounts
  clock: Clock
  /** Names of the facts that exist. */
  facts: readonly string[]
  print(line: string): void
  lookup?: typeof lookUpName
}

/** `almanac hooks …`: on the accounts database; a running server notices within a second. */
export async function runHooks([action, ...args]: string[], command: HookCommand): Promise<void> {
  switch (action) {
    case 'add':
      return add(args, command)
    case 'list':
      return list(args, command)
    case 'remove':
      return remove(args, command)
    case 'test':
      return test(args, command)
    case 'deliveries':
      return showDeliveries(args, command)
    case 'retry':
      return retry(args, command)
    default:
      throw new UsageError(`Usage: ${Object.values(HOOKS_USAGE).join(' | ')}`)
  }
}

async function add(args: string[], command: HookCommand): Promise<void> {
  const { accounts, clock, print } = command
  const { target, values } = parseHookArguments('add', args)
  const allowPrivate = values['allow-private'] === true
  const url = parseHookAddress(target, allowPrivate)
  await refusePrivateName(url, allowPrivate, command)
  const hook: Hook = {
    id: `hook_${randomBytes(ID_BYTES).toString('hex')}`,
    url: url.href,
    filter: {
      events: new Set(namesOf('add --on', values.on, EVENT_NAMES)),
      facts: new Set(namesOf('add --fact', values.fact, command.facts)),
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
  print('')
  print(`  ${hook.secret}`)
  print('')
  print('The receiver verifies signatures with this secret. It is not shown again.')
}

/** A name that cannot be looked up now may exist later; each delivery checks again. */
async function refusePrivateName(
  url: URL,
  allowPrivate: boolean,
  { print, lookup = lookUpName }: HookCommand,
): Promise<void> {
  const check = promisify(checkedLookup(allowPrivate, lookup))
  try {
    await check(url.hostname.replace(/^\[(.*)\]$/, '$1'), {})
  } catch (error) {
    if (error instanceof UsageError) throw error
    print(`The name ${url.hostname} cannot be looked up now; deliveries will be tried anyway.`)
  }
}

async function list(args: string[], { accounts, clock, print }: HookCommand): Promise<void> {
  parseHookArguments('list', args)
  const hooks = await listHooks(accounts.database)
  if (hooks.length === 0) return print(`There are no hooks. Add one: ${HOOKS_USAGE.add}`)
  const counts = await countDeliveries(accounts.database)
  const header = ['ID', 'ADDRESS', 'ON', 'FACTS', 'RUN', 'DELIVERED', 'PENDING', 'DEAD', 'STATE']
  const rows = hooks.map((hook) => {
    const { delivered, pending, dead } = counts.get(hook.id) ?? {
      delivered: 0,
      pending: 0,
      dead: 0,
    }
    return [
      hook.id,
      hook.url,
      [...hook.filter.events].join(',') || 'all',
      [...hook.filter.facts].join(',') || 'all',
      hook.positionRun === null ? '-' : String(hook.positionRun),
      ...[delivered, pending, dead].map(String),
      hook.failures === 0 ? 'ok' : `failing, next ${toText(Math.max(hook.nextMs, clock.nowMs()))}`,
    ]
  })
  for (const line of alignColumns([header, ...rows])) print(line)
}

async function remove(args: string[], { accounts, print }: HookCommand): Promise<void> {
  const { target } = parseHookArguments('remove', args)
  if (!(await removeHook(accounts.database, target))) throw unknownHook(target)
  print(`Removed hook ${target} and what was waiting for it.`)
}

/** Sends one event that is not of the data, so that a receiver can be tried. */
async function test(
  args: string[],
  { accounts, clock, print, lookup }: HookCommand,
): Promise<void> {
  const { target } = parseHookArguments('test', args)
  const hook = await getHook(accounts, target)
  const nowMs = clock.nowMs()
  const eventId = `test-${randomBytes(ID_BYTES).toString('hex')}`
  const body = JSON.stringify({
    id: eventId,
    event: 'test',
    at: new Date(nowMs).toISOString(),
  })
  const message = { id: deliveryId({ hook: hook.id, eventId }), event: 'test', body }
  const options = { timestampSec: toSec(nowMs), ...(lookup === undefined ? {} : { lookup }) }
  try {
    await send(hook, message, options)
  } catch (error) {
    throw new UsageError(`${hook.id} was not delivered: ${(error as Error).message}`)
  }
  print(`Delivered a test event to ${hook.url}`)
}

async function showDeliveries(args: string[], { accounts, print }: HookCommand): Promise<void> {
  const { target, values } = parseHookArguments('deliveries', args)
  const [state] = namesOf('deliveries --state', values.state, DELIVERY_STATES)
  const hook = target === '' ? undefined : (await getHook(accounts, target)).id
  const found = await listDeliveries(accounts.database, { hook, state, limit: MAX_SHOWN })
  if (found.length === 0) return print('There are no such deliveries.')
  const header = ['ID', 'EVENT', 'STATE', 'QUEUED', 'ATTEMPTS', 'LAST', 'ERROR']
  const rows = found.map((delivery) => [
    deliveryId(delivery),
    delivery.event,
    delivery.state,
    toText(delivery.queuedMs),
    String(delivery.attempts),
    toText(delivery.lastMs),
    delivery.lastError ?? '-',
  ])
  for (const line of alignColumns([header, ...rows])) print(line)
  if (found.length === MAX_SHOWN) print(`The newest ${MAX_SHOWN} are shown.`)
}

async function retry(args: string[], { accounts, clock, print }: HookCommand): Promise<void> {
  const { target } = parseHookArguments('retry', args)
  const hook = await getHook(accounts, target)
  const revived = await reviveDead(accounts.database, hook.id, clock.nowMs())
  print(`${revived} deliveries that were given up are queued again; the next attempt is made now.`)
}

async function getHook(accounts: Accounts, id: string): Promise<Hook> {
  const found = (await listHooks(accounts.database)).find((hook) => hook.id === id)
  if (found === undefined) throw unknownHook(id)
  return found
}

function unknownHook(id: string): UsageError {
  return new UsageError(`There is no hook "${id}"; almanac hooks list shows them.`)
}

function namesOf<N extends string>(
  option: string,
  given: string | boolean | undefined,
  known: readonly N[],
): N[] {
  const asked = typeof given === 'string' ? given.split(',').filter((name) => name !== '') : []
  return asked.map((name) => {
    const found = known.find((one) => one === name.trim())
    if (found !== undefined) return found
    const near = suggest(name, known)
    const hint = near.length > 0 ? near : known.slice(0, 10)
    throw new UsageError(`hooks ${option}: there is no "${name}"; there are ${hint.join(', ')}.`)
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

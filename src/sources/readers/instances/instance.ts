import { createHash } from 'node:crypto'
import { Cron } from 'croner'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { suggest } from '../../../lib/suggest.ts'
import type { Step } from '../../model/live-source.ts'
import type { InstanceHead, ReaderKind, SettingsProblem } from '../../model/reader-kind.ts'
import { closed, notes, text } from '../parts/settings.ts'
import { listSettingsProblems } from './settings-problems.ts'

/** One protocol to read: a file of data/protocols that passed its checks. */
export interface Instance {
  /** The file's name without `.json`. */
  id: string
  kind: ReaderKind
  /** The settings of its kind with the head, addresses in lower case. */
  settings: InstanceHead & Readonly<Record<string, unknown>>
  cadence: string
  step: Step
  methodology: string
  codeHash: string
}

/** The known chains and their native coins. */
export interface KnownChains {
  find(name: string): KnownChain | undefined
  list(): readonly { name: string }[]
}

export interface KnownChain {
  key: string
  name: string
  chainId: number | null
  gasToken: string | null
  aggregatorId: string | null
}

// A few minutes after the hour or the day, when its last blocks are safe.
const DEFAULT_CADENCE: Readonly<Record<Step, string>> = { hour: '7 * * * *', day: '17 0 * * *' }

const head = Type.Object({
  kind: Type.String({ description: 'the kind of reader, such as "token-balances"' }),
  protocol: text(200, 'the id of the protocol its figures belong to, as a text'),
  chain: text(100, 'a chain of data/chains.json, by any of its names'),
  start: Type.Union(
    [
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
      Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
    ],
    { description: 'the first day it can be read on, such as "2024-01-31", or Unix seconds' },
  ),
  step: Type.Optional(
    Type.Union([Type.Literal('hour'), Type.Literal('day')], { description: '"hour" or "day"' }),
  ),
  cadence: Type.Optional(
    Type.String({ description: 'a cron pattern in UTC, such as "7 * * * *"' }),
  ),
  about: Type.Optional(
    closed(
      {
        name: text(200, 'the name of the protocol'),
        category: Type.Optional(text(100, 'a category of data/categories.json')),
        symbol: Type.Optional(text(60, 'the symbol of its token')),
        url: Type.Optional(text(2_000, 'its web site')),
        description: Type.Optional(text(2_000, 'what it is')),
      },
      'what the protocol is: { "name": …, "category": … }',
    ),
  ),
  version: Type.Optional(text(200, 'the name of a version of the protocol')),
  methodology: Type.Optional(text(2_000, 'how it is counted, in words')),
  notes,
})
type Head = Static<typeof head>

function schemaOf({ settings }: ReaderKind): TSchema {
  return Type.Object(
    { ...head.properties, ...(settings as TObject).properties },
    { additionalProperties: false },
  )
}

/** What is wrong with an instance, or nothing. */
export function listInstanceProblems(
  value: unknown,
  kind: ReaderKind,
  chains: KnownChains,
): SettingsProblem[] {
  const problems = listSettingsProblems(schemaOf(kind), value)
  if (problems.length > 0) return problems
  const { chain, start, cadence, ...settings } = value as Head
  return [
    ...chainProblems(chain, chains),
    ...(Number.isNaN(toSec(start))
      ? [{ path: ['start'], problem: `must be a day that exists, not ${start}` }]
      : []),
    ...cadenceProblems(cadence),
    ...(kind.check?.(settings) ?? []),
  ]
}

/** An instance of checked values. `code` is other code that its figures depend on. */
export function toInstance(
  id: string,
  value: unknown,
  { kind, chains, code }: { kind: ReaderKind; chains: KnownChains; code?: string },
): Instance {
  const { kind: _, notes: __, ...given } = lowerAddresses(value) as Head
  const { chain: chainName, start, step = 'hour', cadence, methodology, ...rest } = given
  const chain = chains.find(chainName)
  const settings = {
    ...rest,
    chain: chain?.key ?? chainName,
    startSec: toSec(start),
    ...(chain?.gasToken && {
      native: {
        symbol: chain.gasToken,
        redirect: chain.aggregatorId === null ? null : `aggregator:${chain.aggregatorId}`,
      },
    }),
  }
  return {
    id,
    kind,
    settings,
    cadence: cadence ?? DEFAULT_CADENCE[step],
    step,
    methodology: methodology ?? kind.methodology(settings),
    // The name of the protocol changes no figure.
    codeHash: hashOf({
      kind: kind.kind,
      version: kind.version,
      settings: { ...settings, about: undefined },
      step,
      ...(code !== undefined && { code }),
    }),
  }
}

function chainProblems(name: string, chains: KnownChains): SettingsProblem[] {
  const chain = chains.find(name)
  if (chain?.chainId === null)
    return [{ path: ['chain'], problem: `must be an EVM chain; ${chain.name} is not one` }]
  if (chain !== undefined) return []
  const names = chains.list().map((known) => known.name)
  const near = suggest(name, names).join(' or ')
  const hint = near === '' ? '' : `; is it ${near}?`
  const problem = `must be a chain of data/chains.json, not ${name}${hint}`
  return [{ path: ['chain'], problem }]
}

export function cadenceProblems(cadence: string | undefined): SettingsProblem[] {
  if (cadence === undefined) return []
  try {
    new Cron(cadence, { paused: true, timezone: 'UTC' }).stop()
    return []
  } catch {
    const problem = `must be a cron pattern in UTC, such as "7 * * * *", not ${cadence}`
    return [{ path: ['cadence'], problem }]
  }
}

/** NaN for a day that does not exist, such as 31 April. */
function toSec(start: string | number): number {
  if (typeof start === 'number') return start
  const ms = Date.parse(`${start}T00:00:00Z`)
  return new Date(ms || 0).toISOString().startsWith(start) ? ms / 1000 : Number.NaN
}

/** Addresses in one spelling, so that the code hash does not depend on it. */
function lowerAddresses(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (_, value: unknown) =>
    typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : value,
  )
}

/** The order of members must not change the hash. */
function hashOf(json: unknown): string {
  const text = JSON.stringify(json, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(text).digest('hex')
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import { domains } from './domains/index.ts'
import { createClock } from './lib/clock.ts'
import { UsageError } from './lib/errors.ts'
import { suggest } from './lib/suggest.ts'
import { toFetchedSource } from './live/run/fetched-source.ts'
import type { LiveContext } from './live/run/live-context.ts'
import { RateLimitedClient } from './sources/http/rate-limited-client.ts'
import type { FetchSource, SettingValues } from './sources/model/fetch-source.ts'
import type { LiveSource } from './sources/model/live-source.ts'

const USER_AGENT = 'almanac (self-hosted analytics)'

/** A public source with the settings it has here. */
export interface KnownFetch {
  source: FetchSource
  isOn: boolean
  settings: SettingValues
  /** What keeps it from being read. */
  problem: string | null
}

/** The variable that a setting of a source is read from. */
export function settingVariable({ name, settingsOf }: FetchSource, setting: string): string {
  return `ALMANAC_SOURCE_${variableOf(settingsOf ?? name)}_${variableOf(setting)}`
}

/** All public sources. What no source is called, or has no such setting, stops the start. */
export function listFetches(
  { sources: wanted, sourceSettings }: Pick<Config, 'sources' | 'sourceSettings'>,
  all: readonly FetchSource[] = domains.flatMap((domain) => domain.fetches ?? []),
): KnownFetch[] {
  const names = all.map(({ name }) => name)
  for (const name of wanted) {
    if (!names.includes(name)) throw unknownSource(name, names)
    if (all.some((source) => source.name === name && source.facts.length === 0))
      throw new UsageError(
        `ALMANAC_SOURCES: ${name} brings no data. \`almanac sources check ${name}\` compares with it.`,
      )
  }
  const variables = new Set(
    all.flatMap((source) => source.settings.map(({ name }) => settingVariable(source, name))),
  )
  for (const name of sourceSettings.keys()) {
    const variable = `ALMANAC_SOURCE_${name.toUpperCase()}`
    if (!variables.has(variable))
      throw new UsageError(
        `${variable}: no source has this setting. \`almanac sources\` lists the settings of each.`,
      )
  }
  return all.map((source) => {
    const settings = settingsOf(source, sourceSettings)
    const isOn = wanted.includes(source.name)
    return { source, settings, isOn, problem: findProblem(source, settings) }
  })
}

function settingsOf(source: FetchSource, given: ReadonlyMap<string, string>): SettingValues {
  return Object.fromEntries(
    source.settings.map(({ name, byDefault }) => [
      name,
      given.get(settingVariable(source, name).slice('ALMANAC_SOURCE_'.length).toLowerCase()) ??
        byDefault,
    ]),
  )
}

function findProblem(source: FetchSource, values: SettingValues): string | null {
  for (const { name, isRequired, isUrl, describe } of source.settings) {
    const value = values[name]
    const variable = settingVariable(source, name)
    if (isRequired && value === undefined) return `${variable} must be set: ${describe}`
    // The value may hold a password, so it is not shown.
    if (isUrl && value !== undefined && !/^https?:\/\//.test(URL.parse(value)?.href ?? ''))
      return `${variable} must be a URL starting with http:// or https://`
  }
  return null
}

/** Those that are switched on and lack nothing, as live sources. */
export function openFetches(
  known: readonly KnownFetch[],
  { store, clock }: Pick<LiveContext, 'store' | 'clock'>,
  stopping?: AbortSignal,
): LiveSource[] {
  return known
    .filter(({ isOn, problem }) => isOn && problem === null)
    .map(({ source, settings }) => {
      const client = openClient(source, settings, stopping)
      return toFetchedSource(source, { store, clock, settings, client })
    })
}

/** A client per source, so that one that is asked to wait does not hold up the others. */
export function openClient(
  { limits, userAgent }: FetchSource,
  settings: SettingValues,
  signal?: AbortSignal,
): RateLimitedClient {
  return new RateLimitedClient(
    {
      fetch,
      // Pauses are in real time, even where the service's clock stands still.
      clock: createClock(),
      sleep,
      random: Math.random,
      userAgent: userAgent?.(settings) ?? USER_AGENT,
      ...(signal !== undefined && { signal }),
    },
    limits?.(settings),
  )
}

function unknownSource(name: string, names: readonly string[]): UsageError {
  const near = suggest(name, [...names])
  const hint = near.length > 0 ? `Is it ${near.join(' or ')}?` : `There are: ${names.join(', ')}.`
  return new UsageError(`ALMANAC_SOURCES: no source is called "${name}". ${hint}`)
}

function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../lib/errors.ts'
import { suggest } from '../lib/suggest.ts'
import { findSetting, SETTINGS } from './settings.ts'

export type Environment = Record<string, string | undefined>

/** A value that was set, and where. */
export interface GivenSetting {
  value: string
  source: string
}

const FILE = 'almanac.json'
/** Says where the file is; it cannot stand in the file itself. */
export const FILE_VARIABLE = 'ALMANAC_CONFIG'

/** What was set: in the environment, else in the file beside it, else by the set-up. */
export function readGivenSettings(
  environment: Environment,
  directory: string,
  setUp: Environment = {},
): Map<string, GivenSetting> {
  const given = new Map<string, GivenSetting>()
  const add = (source: string, values: Environment) => {
    for (const [name, value = ''] of Object.entries(values))
      if (value.trim() !== '' && findSetting(name) !== undefined)
        given.set(name, { value: value.trim(), source })
  }
  add('set-up', setUp)
  const file = findFile(environment, directory)
  if (file !== undefined) add(file, readFile(file))
  add('environment', environment)
  return given
}

/** The same as plain texts, for `readConfig`. */
export function valuesOf(given: ReadonlyMap<string, GivenSetting>): Environment {
  return Object.fromEntries([...given].map(([name, { value }]) => [name, value]))
}

/** The file of settings: the one that was named, or `almanac.json` here if there is one. */
function findFile(environment: Environment, directory: string): string | undefined {
  const named = environment[FILE_VARIABLE]?.trim()
  if (named !== undefined && named !== '') return named
  const usual = join(directory, FILE)
  return existsSync(usual) ? usual : undefined
}

function readFile(file: string): Environment {
  const content = readText(file)
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch (error) {
    // The parser's message may quote a secret.
    const place = /at position \d+/.exec((error as Error).message)?.[0] ?? 'somewhere'
    throw new UsageError(`${file} is invalid JSON ${place}.`)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new UsageError(`${file} must be one JSON object of settings: {"PORT": 8080}.`)
  return Object.fromEntries(
    Object.entries(parsed).map(([name, value]) => [name, textOf(value, name, file)]),
  )
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`${FILE_VARIABLE}: ${file} cannot be read (${code}).`)
  }
}

/** Members are text, numbers, on and off as booleans, and lists. */
function textOf(value: unknown, name: string, file: string): string {
  if (findSetting(name) === undefined) throw unknownSetting(name, file)
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',')
  throw new UsageError(`${name} in ${file} must be text, a number, true, false or a list of texts.`)
}

function unknownSetting(name: string, file: string): UsageError {
  const [near] = suggest(name, Object.keys(SETTINGS))
  const advice = near === undefined ? '`almanac config` lists them.' : `Did you mean ${near}?`
  return new UsageError(`${file}: there is no setting ${name}. ${advice}`)
}

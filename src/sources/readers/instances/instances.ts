import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import Type, { type TObject } from 'typebox'
import { JsonTextError, readJson } from '../../../lib/json-lines.ts'
import { suggest } from '../../../lib/suggest.ts'
import type { ReaderKind, SettingsProblem } from '../../model/reader-kind.ts'
import { type Instance, type KnownChains, listInstanceProblems, toInstance } from './instance.ts'

/** The files that say which protocols to read (data/protocols/README.md). */
export const INSTANCES_FOLDER = join(import.meta.dirname, '../../../../data/protocols')

export interface Instances {
  good: Instance[]
  /** Lines such as `data/protocols/my-dex.json:7: factory must be an address …`. */
  problems: string[]
}

/** What instances are checked against. */
export interface Known {
  kinds: readonly ReaderKind[]
  chains: KnownChains
}

/** Files of this kind name a third-party adapter (src/sources/adapters) instead of a reader. */
export const ADAPTER = 'adapter'

const NAME = /^[a-z0-9][a-z0-9._-]{0,150}\.json$/

/** Reads and checks the instances of a folder. An invalid file is left out and named, with its line. */
export async function readInstances(folder: string, known: Known): Promise<Instances> {
  const found: Instances = { good: [], problems: [] }
  const owners = new Map<string, string>()
  for (const name of listInstanceFiles(folder)) {
    const read = await readInstance(join(folder, name), known)
    if (read === ADAPTER) continue
    const instance = Array.isArray(read) ? undefined : read
    const owner = instance && owners.get(instance.codeHash)
    if (Array.isArray(read)) found.problems.push(...read)
    else if (owner !== undefined)
      found.problems.push(
        `${shownName(join(folder, name))}:1: says the same as ${owner}; remove one of them`,
      )
    else {
      owners.set(read.codeHash, name)
      found.good.push(read)
    }
  }
  return found
}

/** The files of a folder that may be instances; none where there is no such folder. */
export function listInstanceFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
}

export async function readInstance(
  path: string,
  { kinds, chains }: Known,
): Promise<Instance | typeof ADAPTER | string[]> {
  const tell = (line: number, problem: string) => [`${shownName(path)}:${line}: ${problem}`]
  if (!NAME.test(basename(path)))
    return tell(
      1,
      'the name of a file is small letters, digits, dots and dashes, and ends in .json',
    )
  try {
    const { value, lineOf } = readJson(readFileSync(path, 'utf8'))
    const tellAll = (problems: readonly SettingsProblem[]) =>
      problems.flatMap((one) =>
        tell(lineOf(one.path), `${one.path.join('.') || 'the instance'} ${one.problem}`),
      )
    if ((value as { kind?: unknown } | null)?.kind === ADAPTER) return ADAPTER
    const found = await findKind(path, value, kinds)
    if ('problem' in found) return tellAll([found])
    const problems = listInstanceProblems(value, found.kind, chains)
    return problems.length > 0
      ? tellAll(problems)
      : toInstance(basename(path, '.json'), value, { ...found, chains })
  } catch (error) {
    if (error instanceof JsonTextError) return tell(error.line, error.message)
    const code = (error as NodeJS.ErrnoException).code
    if (code === undefined) throw error
    const isMissing = code === 'ENOENT'
    return tell(1, isMissing ? 'there is no such file' : `the file cannot be read (${code})`)
  }
}

async function findKind(
  path: string,
  value: unknown,
  kinds: readonly ReaderKind[],
): Promise<{ kind: ReaderKind; code?: string } | SettingsProblem> {
  const named = (value as { kind?: unknown } | null)?.kind
  if (named === CUSTOM) {
    const custom = await loadCustomKind(dirname(path), value)
    return typeof custom === 'string' ? { path: ['module'], problem: custom } : custom
  }
  const kind = kinds.find((one) => one.kind === named)
  if (kind !== undefined) return { kind }
  const names = [...kinds.map((one) => one.kind), CUSTOM, ADAPTER]
  const [near] = suggest(String(named), names)
  return {
    path: ['kind'],
    problem:
      near === undefined
        ? `must be one of ${names.join(', ')}`
        : `must be a known kind; is it ${near}?`,
  }
}

/** A file of the project with its folder, another one by its name alone. */
function shownName(path: string): string {
  return dirname(path) === INSTANCES_FOLDER ? `data/protocols/${basename(path)}` : basename(path)
}

/** The name under which an instance brings its own kind. */
const CUSTOM = 'custom'

interface CustomKind {
  kind: ReaderKind
  /** The file's text, for the code hash. */
  code: string
}

const module = Type.String({ description: 'a file of this folder, such as "./my-kind.ts"' })

/** A user's kind: the default export of a file beside the instance; a string is a problem. */
async function loadCustomKind(folder: string, value: unknown): Promise<CustomKind | string> {
  const named = (value as { module?: unknown } | null)?.module
  if (typeof named !== 'string' || !/^\.\/.+\.(ts|mts|js|mjs)$/.test(named))
    return 'must be a file of this folder, such as "./my-kind.ts"'
  if (!existsSync(join(folder, named))) return `must be a file that exists; there is no ${named}`
  const path = realpathSync(join(folder, named))
  const inside = relative(realpathSync(folder), path)
  if (inside.startsWith(`..${sep}`)) return 'must stay within the folder of the instances'
  try {
    const loaded = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
      default?: unknown
    }
    if (!isReaderKind(loaded.default))
      return `must export a reader kind as its default (kind, version, settings, methodology, extract, transform)`
    const settings = Type.Object({ ...(loaded.default.settings as TObject).properties, module })
    return { kind: { ...loaded.default, settings }, code: readFileSync(path, 'utf8') }
  } catch (error) {
    return `cannot be loaded: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
  }
}

function isReaderKind(value: unknown): value is ReaderKind {
  if (value === null || typeof value !== 'object') return false
  const { kind, version, settings, methodology, extract, transform } = value as Record<
    string,
    unknown
  >
  const isObjectSchema =
    typeof (settings as { properties?: unknown } | undefined)?.properties === 'object'
  const areFunctions = [methodology, extract, transform].every(
    (member) => typeof member === 'function',
  )
  return typeof kind === 'string' && typeof version === 'number' && isObjectSchema && areFunctions
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { JsonTextError, readJson } from '../../../lib/json-lines.ts'
import { suggest } from '../../../lib/suggest.ts'
import type { ReaderKind, SettingsProblem } from '../../model/reader-kind.ts'
import { CUSTOM, loadCustomKind } from './custom-kind.ts'
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
  if (!existsSync(folder)) return { good: [], problems: [] }
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const found: Instances = { good: [], problems: [] }
  const owners = new Map<string, string>()
  for (const name of names.sort()) {
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

/** One instance, or what is wrong with its file. */
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
    return tell(
      1,
      code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${code})`,
    )
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

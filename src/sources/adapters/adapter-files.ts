import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import Type, { type Static } from 'typebox'
import { JsonTextError, readJson } from '../../lib/json-lines.ts'
import { cadenceProblems } from '../readers/instances/instance.ts'
import { ADAPTER, listInstanceFiles } from '../readers/instances/instances.ts'
import { listSettingsProblems } from '../readers/instances/settings-problems.ts'
import { notes, text } from '../readers/parts/settings.ts'
import { ADAPTER_KINDS } from './messages.ts'

const list = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { description }))

const AdapterFile = Type.Object(
  {
    kind: Type.Literal(ADAPTER),
    module: text(1_000, 'the path of the module, from this file’s folder on'),
    name: Type.Optional(text(200, 'which adapter of a module that holds many')),
    protocol: Type.Optional(text(200, 'the id of the protocol its figures belong to')),
    shape: Type.Optional(
      Type.Union(
        ADAPTER_KINDS.map((one) => Type.Literal(one)),
        { description: `one of ${ADAPTER_KINDS.join(', ')}` },
      ),
    ),
    chains: list('a list of chains, if not all that the module has are wanted'),
    allow: list('a list of hosts it may reach besides the nodes'),
    cadence: Type.Optional(
      Type.String({ description: 'a cron pattern in UTC, such as "10 * * * *"' }),
    ),
    notes,
  },
  { additionalProperties: false },
)

/** A module that is read on schedule: a file of data/protocols with the kind `adapter`. */
export interface AdapterFile extends Omit<Static<typeof AdapterFile>, 'module'> {
  /** Where the module is on this machine. */
  module: string
}

/** The adapters that a folder names. An invalid file is left out and named, with its line. */
export function readAdapterFiles(folder: string): { good: AdapterFile[]; problems: string[] } {
  const found: { good: AdapterFile[]; problems: string[] } = { good: [], problems: [] }
  for (const name of listInstanceFiles(folder)) {
    const read = readAdapterFile(join(folder, name))
    if (Array.isArray(read)) found.problems.push(...read)
    else if (read !== undefined) found.good.push({ ...read, module: resolve(folder, read.module) })
  }
  return found
}

/** One file; undefined when it is of another kind or not valid JSON, which `readInstances` reports. */
function readAdapterFile(path: string): AdapterFile | string[] | undefined {
  try {
    const { value, lineOf } = readJson(readFileSync(path, 'utf8'))
    if ((value as { kind?: unknown } | null)?.kind !== ADAPTER) return undefined
    const formal = listSettingsProblems(AdapterFile, value)
    const file = value as AdapterFile
    const problems = formal.length > 0 ? formal : cadenceProblems(file.cadence)
    if (problems.length === 0) return file
    return problems.map(
      (one) =>
        `${basename(path)}:${lineOf(one.path)}: ${one.path.join('.') || 'the file'} ${one.problem}`,
    )
  } catch (error) {
    if (error instanceof JsonTextError || (error as NodeJS.ErrnoException).code !== undefined)
      return undefined
    throw error
  }
}

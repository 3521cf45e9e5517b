import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import Type, { type TObject } from 'typebox'
import type { ReaderKind } from '../../model/reader-kind.ts'

/** The name under which an instance brings its own kind. */
export const CUSTOM = 'custom'

export interface CustomKind {
  kind: ReaderKind
  /** The file's text, for the code hash. */
  code: string
}

const module = Type.String({ description: 'a file of this folder, such as "./my-kind.ts"' })

/** A user's kind: the default export of a file beside the instance; a string is a problem. */
export async function loadCustomKind(folder: string, value: unknown): Promise<CustomKind | string> {
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

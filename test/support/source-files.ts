import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

export interface Import {
  /** The file as a path from the root of the project, or the name of a package. */
  target: string
  /** Leaves nothing behind when the program runs. */
  isTypeOnly: boolean
}

export interface SourceFile {
  path: string
  text: string
  imports: Import[]
  isTest: boolean
}

const TEST_FILE = /\.test\.(ts|js)$|-for-tests\.ts$|(^|\/)testing\.ts$|(^|\/)testing\//
const IMPORT = /^(?:import|export)\s+(type\s+)?((?:[\w*{}\s,]+)\s+from\s+)?['"]([^'"]+)['"]/gm
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** Every file under a folder of the project, as paths from its root. */
export function listFiles(folder: string, endings: readonly string[]): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('node_modules'))
    .sort()
}

export function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, text, imports: importsOf(path, text), isTest: TEST_FILE.test(path) }
}

function importsOf(path: string, text: string): Import[] {
  const resolve = (name: string) => (name.startsWith('.') ? join(dirname(path), name) : name)
  const plain = [...text.matchAll(IMPORT)].map(([, type, names, name = '']) => ({
    target: resolve(name),
    isTypeOnly: type !== undefined || areTypes(names),
  }))
  const dynamic = [...text.matchAll(DYNAMIC_IMPORT)].map(([, name = '']) => ({
    target: resolve(name),
    isTypeOnly: false,
  }))
  return [...plain, ...dynamic]
}

/** `{ type A, type B } from`: every name is a type. */
function areTypes(names: string | undefined): boolean {
  const listed =
    /^\{([^}]*)\}/
      .exec(names ?? '')?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? []
  const given = listed.filter((name) => name !== '')
  return given.length > 0 && given.every((name) => name.startsWith('type '))
}

/**
 * The code of a file without its comments and texts, for looking for words that must not be used.
 */
export function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
}

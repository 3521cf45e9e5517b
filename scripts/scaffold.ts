import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)

/** One line of `spec/operations.json`. */
export interface Operation {
  id: string
  method: string
  paths: Record<string, string>
  methods?: Record<string, string[]>
  parameters: { name: string; in: string; required: boolean; root?: string }[]
  body?: string
}

export function listOperations(): Operation[] {
  return JSON.parse(readFileSync(join(root, 'spec', 'operations.json'), 'utf8')) as Operation[]
}

/** Stops the script before anything is written when a name does not fit files and folders. */
export function requireKebabCase(what: string, name: string | undefined, usage: string): string {
  if (name === undefined) stop(`The ${what} is missing.`, usage)
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    stop(`The ${what} must be kebab-case, such as pre-ipo, not ${JSON.stringify(name)}.`, usage)
  return name
}

/** `pre-ipo` as a name in code: `preIpo`. */
export function toCamel(kebab: string): string {
  return kebab.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

export function toPascal(kebab: string): string {
  const camel = toCamel(kebab)
  return camel.charAt(0).toUpperCase() + camel.slice(1)
}

/** `getProtocol` as a file name: `get-protocol`. */
export function toKebab(camel: string): string {
  return camel.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Text as a literal of TypeScript; the formatter changes its quotes. */
export function quote(text: string): string {
  return JSON.stringify(text)
}

/** Writes all files or none; an existing one is never overwritten. Paths start at the root. */
export function writeFiles(files: Readonly<Record<string, string>>): void {
  const taken = Object.keys(files).filter((path) => existsSync(join(root, path)))
  if (taken.length > 0)
    stop(`Nothing was written, because this exists already: ${taken.join(', ')}`)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const formatted = spawnSync(
    process.execPath,
    [biome, 'check', '--write', '--log-level=error', ...Object.keys(files)],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  if (formatted.status !== 0)
    console.error(`The files could not be formatted:\n${formatted.stdout}${formatted.stderr}`)
  for (const path of Object.keys(files)) console.log(`written  ${path}`)
}

export function printSteps(steps: readonly string[]): void {
  console.log('\nNext:')
  for (const [index, step] of steps.entries())
    console.log(`  ${index + 1}. ${step.replaceAll('\n', '\n     ')}`)
}

export function stop(problem: string, usage?: string): never {
  console.error(usage === undefined ? problem : `${problem}\n${usage}`)
  process.exit(1)
}

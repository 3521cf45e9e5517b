import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MissingPart } from './missing-part.ts'
import { ROOT } from './source-files.ts'

const FOLDER = join(ROOT, '.tools', 'openapi')
const REMEDY = 'node scripts/openapi-tools.mjs'

/** A program of the generators, relative to their packages. */
export function generator(path: string): string {
  return existing(join(FOLDER, 'node_modules', path), 'generators of clients')
}

export function fuzzer(): string {
  return existing(join(FOLDER, 'venv', 'bin', 'schemathesis'), 'fuzzer of OpenAPI documents')
}

/** Python with the libraries that people read tables with. */
export function pythonWithReaders(): string {
  return existing(join(FOLDER, 'readers', 'bin', 'python'), 'readers of tables')
}

/** Python with an object store. */
export function pythonWithObjects(): string {
  return existing(join(FOLDER, 'objects', 'bin', 'python'), 'object store')
}

export interface Ended {
  code: number
  output: string
}

/** Runs a program to its end and returns everything it said. */
export function run(program: string, args: readonly string[], cwd: string): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 64 * 1024 * 1024 }
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ code, output: stdout + stderr })
    })
  })
}

function existing(path: string, what: string): string {
  if (!existsSync(path)) throw new MissingPart(what, REMEDY)
  return path
}

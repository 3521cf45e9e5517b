import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './source-files.ts'

/** What a copy of the project has of its own; the rest is that of this one. */
const COPIED = ['src', 'scripts', 'package.json', 'package-lock.json']

/** A copy of the project in which a file was changed, as a later version would have it. */
export function makeLaterVersion(path: string, change: (text: string) => string): string {
  const root = mkdtempSync(join(tmpdir(), 'almanac-later-'))
  for (const name of readdirSync(ROOT)) {
    if (COPIED.includes(name)) cpSync(join(ROOT, name), join(root, name), { recursive: true })
    else symlinkSync(join(ROOT, name), join(root, name))
  }
  const before = readFileSync(join(ROOT, path), 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`${path} has nothing to change.`)
  writeFileSync(join(root, path), after)
  return root
}

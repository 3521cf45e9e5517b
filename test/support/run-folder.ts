import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// What the tests of one run leave on disk goes into one folder and is removed with it. Workers and
// the programs they start use it as the folder for temporary files.
const folder = mkdtempSync(join(tmpdir(), 'almanac-test-'))

export function setup(): void {
  // A PostgreSQL server does not run as root, so other users must get through.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true })
}

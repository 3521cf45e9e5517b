import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = join(import.meta.dirname, '../../..')
/** Code that decides what a reader reads and how it is valued. */
const READERS = ['sources/{chain,model,prices,readers}/**/*.ts', 'domains/*/ingest/**/*.ts']
const NO_CODE = /\.test\.ts$|-for-tests\.ts$/

/** Hash of the code of all readers: two runs with the same one were made by the same code. */
export function hashReaderCode(folder: string = SOURCES): string {
  const hash = createHash('sha256')
  const files = globSync(READERS, { cwd: folder }).filter((path) => !NO_CODE.test(path))
  for (const path of files.sort())
    hash.update(`${path}\0${readFileSync(join(folder, path), 'utf8')}\0`)
  return hash.digest('hex')
}

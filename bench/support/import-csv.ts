import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Fact } from '../../src/store/fact.ts'

/** Imports lines into a running service, as a person would. */
export async function importCsv(
  folder: string,
  fact: Fact,
  lines: readonly string[],
): Promise<void> {
  const file = join(folder, `${fact.name}.csv`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  const main = join(import.meta.dirname, '../../src/main.ts')
  await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', main, 'import', fact.name, file],
    {
      env: { ...process.env, ALMANAC_DATA_DIR: folder },
    },
  )
}

import { hash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAccounts } from '../../src/accounts/accounts.ts'
import { createClock } from '../../src/lib/clock.ts'
import { literal, type Sql, sql } from '../../src/lib/sql.ts'
import { writeBackup } from '../../src/runs/backup/write-backup.ts'
import { openTestStore } from '../../src/runs/import/store-for-tests.ts'
import type { Manifest, SnapshotFile } from '../../src/runs/snapshot/manifest.ts'
import { writeSnapshot } from '../../src/runs/snapshot/write-snapshot.ts'

/** A backup that a case may edit as it likes; its snapshot is the folder `facts`. */
export class Forgery {
  /** Where a statement of an attacker would write. */
  readonly canary: string
  readonly backup: string
  readonly #variants: string

  constructor(backup: string, { variants, canary }: { variants: string; canary: string }) {
    this.backup = backup
    this.#variants = variants
    this.canary = canary
  }

  get snapshot(): string {
    return join(this.backup, 'facts')
  }

  /** Edits the manifest of the snapshot. */
  manifest(edit: (manifest: Manifest) => unknown): void {
    editJson(join(this.snapshot, 'manifest.json'), edit)
  }

  /** Edits the text of the manifest. */
  text(edit: (text: string) => string): void {
    const path = join(this.snapshot, 'manifest.json')
    writeFileSync(path, edit(readFileSync(path, 'utf8')))
  }

  /** Edits what the manifest says of a file. */
  file(edit: (file: SnapshotFile) => unknown, fact = 'prices'): void {
    this.manifest(({ parts }) => {
      for (const file of parts[0]?.files ?? []) if (file.fact === fact) edit(file)
    })
  }

  /** Changes the bytes of a file, and what the manifest says of them, as an attacker would. */
  bytes(edit: (bytes: Buffer) => Uint8Array, fact = 'prices'): void {
    const path = join(this.snapshot, `1-3/${fact}.parquet`)
    const bytes = edit(readFileSync(path))
    writeFileSync(path, bytes)
    this.file((file) => {
      file.bytes = bytes.length
      file.sha256 = hash('sha256', bytes)
    }, fact)
  }

  /** Puts a file there that an engine wrote. */
  variant(name: string, fact: string): void {
    this.bytes(() => readFileSync(join(this.#variants, `${name}.parquet`)), fact)
  }

  /** Edits the list of the backup. */
  list(edit: (list: { accounts: { bytes: number; sha256: string } }) => unknown): void {
    editJson(join(this.backup, 'backup.json'), edit)
  }

  /** Changes the lines of the accounts, and what the list says of them. */
  accounts(edit: (lines: string[]) => string[]): void {
    const name = readdirSync(this.backup).find((one) => one.startsWith('accounts-')) ?? ''
    const path = join(this.backup, name)
    const lines = edit(readFileSync(path, 'utf8').trimEnd().split('\n'))
    const text = lines.map((line) => `${line}\n`).join('')
    writeFileSync(path, text)
    this.list(({ accounts }) =>
      Object.assign(accounts, {
        ...{ bytes: Buffer.byteLength(text), sha256: hash('sha256', text), rows: lines.length },
      }),
    )
  }
}

function editJson<T>(path: string, edit: (value: T) => unknown): void {
  const value = JSON.parse(readFileSync(path, 'utf8')) as T
  edit(value)
  writeFileSync(path, JSON.stringify(value))
}

export interface Variant {
  /** What an attacker selects in place of the rows of a file. */
  readonly select: Sql
  readonly of: string
}

/** A good backup of three runs in `home/good`, and files that an attacker would put into it. */
export async function makeGoodBackup(
  home: string,
  variants: Readonly<Record<string, Variant>>,
): Promise<void> {
  const origin = await openTestStore()
  const prices = 'coin,atSec,priceUsd,confidence\nbtc,1,2,\neth,1,3,0.5\n'
  await origin.import('prices', await origin.file('prices.csv', prices))
  await origin.import('names', await origin.file('names.csv', 'slug,name\na,Ä\n'))
  await origin.import('prices', await origin.file('prices.csv', 'coin,atSec,priceUsd\nbtc,1,4\n'))
  const clock = createClock()
  const dataDir = join(home, 'accounts')
  mkdirSync(dataDir)
  const defaults = { ratePerMinute: 1, creditsPerMonth: 1 }
  const accounts = await openAccounts({ url: undefined, dataDir, clock, defaults })
  await accounts.createKey({ name: 'shop' })
  const { store } = origin
  await writeBackup({
    folder: join(home, 'good'),
    writeSnapshot: (request) => writeSnapshot(store, request),
    ...{ database: accounts.database, facts: store.facts, nowMs: clock.nowMs(), version: '1.0.0' },
  })
  await accounts.close()
  mkdirSync(join(home, 'variants'))
  for (const [name, { select, of }] of Object.entries(variants)) {
    const from = join(home, `good/facts/1-3/${of}.parquet`)
    const to = join(home, `variants/${name}.parquet`)
    await store.engine.command(
      sql`INSERT INTO FUNCTION file(${literal(to)}, 'Parquet') SELECT ${select} FROM file(${literal(from)}, 'Parquet') SETTINGS output_format_parquet_compression_method = 'zstd'`,
      {},
      { files: [from, to] },
    )
  }
  await origin.close()
}

export function forge(home: string, name: string): Forgery {
  const backup = join(home, 'forged', name)
  cpSync(join(home, 'good'), backup, { recursive: true })
  return new Forgery(backup, { variants: join(home, 'variants'), canary: join(home, 'canary') })
}

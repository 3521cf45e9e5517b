import Type from 'typebox'
import { strictObject } from '../../lib/strict-object.ts'
import {
  historyText,
  isoTime,
  MAX_RUN,
  readListing,
  safeCount,
  sha256,
} from '../snapshot/manifest.ts'
import type { BackupFiles } from './backup-files.ts'

/** Rises when files of an older form cannot be read any more. */
export const FORMAT = 1
export const BACKUP_NAME = 'backup.json'
/** The folder of the snapshot within a backup. */
export const FACTS = 'facts'
export const ACCOUNTS_FILE = /^accounts-[0-9a-f]{16}\.ndjson$/

const MAX_BYTES = 1 << 20
/** About what one text can hold. */
export const MAX_ACCOUNTS_BYTES = 500 << 20

const manifest = strictObject({
  format: Type.Literal(FORMAT),
  /** Version of the program that wrote it. */
  version: Type.String({ pattern: '^[0-9A-Za-z.+-]{1,64}$' }),
  /** When it was written. */
  at: isoTime,
  run: Type.Integer({ minimum: 0, maximum: MAX_RUN }),
  /** What tells the runs up to `run` from those of another store. */
  history: historyText,
  accounts: strictObject({
    path: Type.String({ pattern: ACCOUNTS_FILE.source }),
    rows: safeCount,
    bytes: Type.Integer({ minimum: 0, maximum: MAX_ACCOUNTS_BYTES }),
    sha256,
  }),
})

/** What a backup consists of besides its snapshot. It is written last. */
export type BackupManifest = Type.Static<typeof manifest>

/** Undefined where there is none. */
export async function readBackupManifest(files: BackupFiles): Promise<BackupManifest | undefined> {
  const text = await files.readText(BACKUP_NAME, MAX_BYTES)
  if (text === undefined) return undefined
  return readListing(text, `${files.name}/${BACKUP_NAME}`, { schema: manifest, format: FORMAT })
}

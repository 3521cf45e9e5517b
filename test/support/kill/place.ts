export const WORKS = [
  'commit',
  'import',
  'live',
  'undo',
  'backup',
  'restore',
  'migration',
  'opening',
] as const
export type Work = (typeof WORKS)[number] | 'look'

/** What a worker is told. */
export interface WorkPlace {
  readonly dataDir: string
  readonly backupDir: string
  readonly work: Work
  /** How many projections its facts have; a store with fewer is migrated when it is opened. */
  readonly version: number
}

/** A piece of work that is done. */
export interface Acknowledged {
  readonly run: number
  /** Rows of both facts, where the worker knows. */
  readonly rows?: number
  readonly undoes?: number
}

/** What a process finds when it opens the data directory of one that was killed. */
export interface Found {
  left: { run: number; rows: number }[]
  right: { run: number; rows: number }[]
  committed: { id: number; accepted: number; rows: Record<string, number>; undoes: number[] }[]
  /** Runs with rows of the left side that a snapshot shows. */
  visible: number[]
  unfinished: number[]
  stages: string[]
}

/** What a process finds when it opens the data directory of one that was killed. */
export interface Found {
  left: { run: number; rows: number }[]
  right: { run: number; rows: number }[]
  committed: { id: number; accepted: number }[]
  unfinished: number[]
  stages: string[]
}

import { newestRunsSql } from './journal.ts'
import { BLOCK_SIZE, KEPT_MOMENTS, MODULUS, type RunBlock } from './run-block.ts'

/** A row of the sums: what `sumUp` adds up of runs in memory, of whole blocks in the engine. */
export type SummedBlock = Omit<RunBlock, 'records' | 'moments'> & {
  moments: [fact: string, momentsSec: number[]][]
}

/** Sums of the blocks whose runs meet a condition. */
export function sumBlocksSql(where: string): string {
  const newest = newestRunsSql(where)
  const number = `intDiv(id, ${BLOCK_SIZE})`
  const isCommitted = "state = 'committed'"
  // A newest moment is one that no run of the block before it had.
  const moments = `SELECT number, groupArray((fact, newest)) AS moments FROM (
      SELECT number, fact, arraySort(arraySlice(arrayReverseSort(groupUniqArray(newestSoFar)), 1, ${KEPT_MOMENTS})) AS newest
      FROM (
        SELECT ${number} AS number, fact, max(newestSec[fact]) OVER (PARTITION BY number, fact ORDER BY id) AS newestSoFar
        FROM (${newest}) ARRAY JOIN facts AS fact WHERE ${isCommitted}
      ) WHERE newestSoFar IS NOT NULL GROUP BY number, fact
    ) GROUP BY number`
  const sums = `SELECT ${number} AS number,
      maxIf(id, ${isCommitted}) AS latest,
      maxIf(atMs, ${isCommitted}) AS lastMs,
      sumMap(map(state, toUInt64(1))) AS states,
      groupUniqArrayIf(source, ${isCommitted}) AS sources,
      sumMapIf(rows, ${isCommitted}) AS counts,
      maxMapIf(mapFromArrays(facts, arrayMap(fact -> id, facts)), ${isCommitted}) AS versions,
      arraySort(groupArrayIf(id, ${isCommitted} AND notEmpty(undoes))) AS undoing,
      maxMapIf(droppedUpTo, ${isCommitted}) AS upTo,
      groupUniqArrayArrayIf(arrayFilter(fact -> NOT mapContains(rows, fact), facts), ${isCommitted}) AS uncounted,
      groupUniqArrayArrayIf(arrayFilter(fact -> NOT mapContains(newestSec, fact), facts), ${isCommitted}) AS untimed,
      sum(startedAtMs % ${MODULUS} + 2 * (atMs % ${MODULUS}) * (id % 1000)) % ${MODULUS} AS timesSum,
      sum(accepted + held) AS rowsSum, sum(revision) AS revisionsSum
    FROM (${newest}) GROUP BY number`
  return `SELECT number, latest, lastMs AS atMs, states, sources, counts AS rows, moments, versions, undoing,
      upTo AS droppedUpTo, uncounted, untimed, timesSum, rowsSum, revisionsSum
    FROM (${sums}) AS sums LEFT JOIN (${moments}) AS moments USING (number) ORDER BY number`
}

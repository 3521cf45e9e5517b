import { at } from '../lib/at.ts'
import { literal, sql } from '../lib/sql.ts'
import { type Damage, dropDetached, findDamage, listDetached, tableName } from './damage.ts'
import type { Fact } from './fact.ts'
import type { Run } from './journal.ts'
import { newestSecSql } from './run-rows.ts'
import type { Store } from './store.ts'
import { tableOf } from './tables.ts'

/** A part with bytes that are not what was written. */
export interface UnreadablePart {
  fact: string
  part: string
}

/** Reads all rows of all facts and tells which parts cannot be read. */
export async function findUnreadableParts(store: Store): Promise<UnreadablePart[]> {
  const unreadable: UnreadablePart[] = []
  for (const fact of store.facts.values()) {
    const parts = await store.engine.writerQuery<{ part_path: string; is_passed: number }>(
      sql`CHECK TABLE ${tableOf(fact)} SETTINGS check_query_single_value_result = 0`,
    )
    for (const { part_path: part, is_passed: isPassed } of parts)
      if (isPassed === 0) unreadable.push({ fact: fact.name, part })
  }
  return unreadable
}

/**
 * Makes the store consistent again and tells what was lost. Runs that lost rows of a fact lose all
 * of them, so that a run has a fact whole or not at all and the same file can be imported again.
 */
export async function repairStore(
  store: Store,
  unreadable: readonly UnreadablePart[],
): Promise<Damage[]> {
  for (const { fact, part } of unreadable)
    await store.engine.ddl(
      sql`ALTER TABLE ${tableOf(getFact(store, fact))} DETACH PART ${literal(part)}`,
    )
  const damaged = await findDamage(store.engine, store.journal, store.facts.values())
  for (const damage of damaged) await repairFact(store, damage)
  return damaged
}

async function repairFact(store: Store, { fact: name, runs }: Damage): Promise<void> {
  const fact = getFact(store, name)
  const { engine, journal, replacements } = store
  const lost = runs.filter(({ expected, found }) => found < expected)
  const unknown = runs.filter(({ expected, found }) => found > expected)
  await engine.ddl(
    sql`ALTER TABLE ${tableOf(fact)} DELETE WHERE run IN {runs:Array(UInt32)} SETTINGS mutations_sync = 2`,
    { runs: lost.map(({ run }) => run) },
  )
  const known = await journal.findAll(lost.map(({ run }) => run))
  const rewritten = [...known.values()].map((run) => without(run, name))
  const recovered: Run[] = []
  for (const { run, found } of unknown)
    recovered.push(await recoverRun(store, fact, { run, found }))
  await journal.writeAll([...rewritten, ...recovered])
  await replacements.recordAgain(fact, journal.latest)
  for (const { name: part } of await listDetached(engine, tableName(fact)))
    await dropDetached(engine, tableName(fact), part)
}

/** The run without one fact; the same content is then no longer taken for known. */
function without(run: Run, fact: string): Run {
  const facts = run.facts.filter((name) => name !== fact)
  const { [fact]: _, ...rows } = run.rows
  const { [fact]: __, ...newestSec } = run.newestSec
  return {
    ...run,
    state: facts.length === 0 ? 'lost' : 'committed',
    facts,
    rows,
    newestSec,
    contentHash: '',
    note: `rows of ${fact} were lost; ${run.note}`.slice(0, 500),
    revision: run.revision + 1,
  }
}

/** A run that the journal lost and the table still has. */
async function recoverRun(
  { engine, journal }: Store,
  fact: Fact,
  { run: id, found }: { run: number; found: number },
): Promise<Run> {
  const times = await engine.writerQuery<{ atMs: number; newestSec: number | null }>(
    sql`SELECT toUnixTimestamp64Milli(max(recordedAt)) AS atMs, ${newestSecSql(fact)} AS newestSec FROM ${tableOf(fact)} WHERE run = {id:UInt32}`,
    { id },
  )
  const { atMs, newestSec } = at(times, 0)
  const known = await journal.find(id)
  return {
    ...{ id, startedAtMs: atMs, atMs, source: 'recovered', contentHash: '' },
    ...{ accepted: found, rejected: 0, held: 0, note: 'the journal had lost this run' },
    ...{ undoes: [], dropped: {}, droppedUpTo: {} },
    ...known,
    state: 'committed',
    facts: [...new Set([...(known?.facts ?? []), fact.name])],
    rows: { ...known?.rows, [fact.name]: found },
    newestSec: { ...known?.newestSec, ...(fact.time && { [fact.name]: newestSec }) },
    revision: (known?.revision ?? 0) + 1,
  }
}

function getFact(store: Store, name: string): Fact {
  const fact = store.facts.get(name)
  if (fact === undefined) throw new Error(`no fact is called ${name}`)
  return fact
}

import { rmSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeEngineDir } from '../../test/support/worker-engine.ts'
import { sql } from '../lib/sql.ts'
import { commitRun } from '../runs/run.ts'
import { t } from '../store/columns.ts'
import { defineFact, type Fact } from '../store/fact.ts'
import type { Snapshot } from '../store/snapshot.ts'
import { Store } from '../store/store.ts'
import { derivedMap, derivedState, keyedState } from './state.ts'
import { States } from './states.ts'

const cats = defineFact({
  name: 'cats',
  describe: 'Cats',
  key: { owner: t.text('whose it is'), name: t.text('its name') },
  values: { lives: t.int('how many') },
})
const owners = defineFact({
  name: 'owners',
  describe: 'Owners',
  key: { owner: t.text('a name') },
  values: { isHome: t.bool('whether') },
})

let folder: string
let store: Store
let states: States
let nowMs = Date.parse('2026-01-01T00:00:00Z')

beforeAll(async () => {
  folder = await makeEngineDir()
  store = await Store.open({ facts: [cats, owners], path: folder })
})
beforeEach(() => {
  states = new States(store)
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function put(fact: Fact, ...rows: Record<string, unknown>[]): Promise<void> {
  nowMs += 1_000
  const options = { source: 'test', clock: { nowMs: () => nowMs }, again: true }
  await commitRun(store, options, async (stage) => {
    await stage.insertRows(fact, rows)
    return { accepted: rows.length, rejected: 0, held: 0 }
  })
}

/** Lives of all cats of an owner, and which owners each load asked for. */
function livesState(among?: ReturnType<typeof homeState>) {
  const loads: (readonly string[] | 'all')[] = []
  const load = async (snapshot: Snapshot, keys: readonly string[] | 'all') => {
    loads.push(keys)
    const where = keys === 'all' ? sql`1` : sql`owner IN {keys:Array(String)}`
    const rows = await snapshot.query<{ owner: string; lives: number }>(
      sql`SELECT owner, sum(lives) AS lives FROM ${snapshot.current(cats, where)} GROUP BY owner HAVING lives > 0`,
      { keys },
    )
    return rows.map(({ owner, lives }): [string, number] => [owner, lives])
  }
  const state = keyedState({
    name: 'lives',
    reads: [cats],
    key: sql`owner`,
    load,
    ...(among && { among }),
  })
  return { state, loads }
}

/** Owners that are at home. */
function homeState() {
  const known = keyedState({
    name: 'owners',
    reads: [owners],
    key: sql`owner`,
    load: async (snapshot) =>
      snapshot
        .query<{ owner: string; isHome: boolean }>(
          sql`SELECT owner, isHome FROM ${snapshot.current(owners)}`,
        )
        .then((rows) => rows.map(({ owner, isHome }): [string, boolean] => [owner, isHome])),
  })
  return derivedState({
    name: 'home',
    from: [known],
    make: (all): ReadonlySet<string> =>
      new Set([...all].flatMap(([owner, isHome]) => (isHome ? [owner] : []))),
  })
}

describe('one value per key', () => {
  test('default: loaded once per version, however many ask at the same time', async () => {
    await put(
      cats,
      { owner: 'Ann', name: 'Tom', lives: 9 },
      { owner: 'Bob', name: 'Kit', lives: 2 },
    )
    const { state, loads } = livesState()
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => states.get(state, store.snapshot())),
    )
    expect(new Set(seen).size).toBe(1)
    expect([...(seen[0] ?? [])]).toEqual([
      ['Ann', 9],
      ['Bob', 2],
    ])
    expect(loads).toEqual(['all'])
  })

  test('behavior: a commit loads the keys it touched; the old value does not change', async () => {
    const { state, loads } = livesState()
    const snapshot = store.snapshot()
    const before = await states.get(state, snapshot)
    await put(owners, { owner: 'Ann', isHome: true })
    expect(await states.get(state, store.snapshot())).toBe(before)
    await put(
      cats,
      { owner: 'Ann', name: 'Tom', lives: 8 },
      { owner: 'Cay', name: 'Pip', lives: 1 },
    )
    const after = await states.get(state, store.snapshot())
    expect([...after]).toEqual([
      ['Ann', 8],
      ['Bob', 2],
      ['Cay', 1],
    ])
    expect([...before]).toEqual([
      ['Ann', 9],
      ['Bob', 2],
    ])
    expect(loads.slice(1).map((keys) => [...keys].sort())).toEqual([['Ann', 'Cay']])
    // A request that began before the commit keeps what it saw, without another load.
    expect(await states.get(state, snapshot)).toBe(before)
    expect(loads).toHaveLength(2)
  })

  test('behavior: a key that has no value any more is gone', async () => {
    const { state } = livesState()
    expect((await states.get(state, store.snapshot())).has('Cay')).toBe(true)
    await put(cats, { owner: 'Cay', name: 'Pip', lives: 0 })
    expect((await states.get(state, store.snapshot())).has('Cay')).toBe(false)
  })

  test('behavior: a request about the past is answered beside the newest', async () => {
    const { state, loads } = livesState()
    const newest = await states.get(state, store.snapshot())
    expect([...(await states.get(state, store.snapshotOf(1)))]).toEqual([
      ['Ann', 9],
      ['Bob', 2],
    ])
    for (const run of [0, 1, 2, 3]) await states.get(state, store.snapshotOf(run))
    const { length } = loads
    expect(await states.get(state, store.snapshot())).toBe(newest)
    expect(loads).toHaveLength(length)
  })

  test('behavior: only wanted keys are held, as others become wanted and unwanted', async () => {
    const { state, loads } = livesState(homeState())
    expect([...(await states.get(state, store.snapshot()))]).toEqual([['Ann', 8]])
    await put(
      owners,
      { owner: 'Ann', isHome: false },
      { owner: 'Bob', isHome: true },
      { owner: 'Catless', isHome: true },
    )
    expect([...(await states.get(state, store.snapshot()))]).toEqual([['Bob', 2]])
    await put(
      cats,
      { owner: 'Ann', name: 'Tom', lives: 7 },
      { owner: 'Bob', name: 'Kit', lives: 3 },
    )
    expect([...(await states.get(state, store.snapshot()))]).toEqual([['Bob', 3]])
    // A key without rows is not looked for again.
    expect(loads).toEqual([['Ann'], ['Bob', 'Catless'], ['Bob']])
  })

  test('behavior: many touched keys are loaded together', async () => {
    const { state, loads } = livesState()
    await states.get(state, store.snapshot())
    const many = Array.from({ length: 1_200 }, (_, index) => ({
      owner: `Z${index}`,
      name: 'Cat',
      lives: 1,
    }))
    await put(cats, ...many)
    expect((await states.get(state, store.snapshot())).size).toBe(1_202)
    expect(loads).toEqual(['all', 'all'])
  })

  test('error: a failure reaches who asked and is forgotten', async () => {
    let fails = true
    const state = keyedState({
      name: 'failing',
      reads: [cats],
      key: sql`owner`,
      load: async (): Promise<[string, number][]> => {
        if (fails) throw new Error('no engine')
        return [['Ann', 1]]
      },
    })
    await expect(states.get(state, store.snapshot())).rejects.toThrow('no engine')
    fails = false
    expect((await states.get(state, store.snapshot())).get('Ann')).toBe(1)
    fails = true
    await put(cats, { owner: 'Ann', name: 'Tom', lives: 6 })
    await expect(states.get(state, store.snapshot())).rejects.toThrow('no engine')
    fails = false
    expect((await states.get(state, store.snapshot())).get('Ann')).toBe(1)
  })
})

describe('functions of other states', () => {
  test('default: made once per version of what it is made from', async () => {
    const { state } = livesState()
    let made = 0
    const total = derivedState({
      name: 'total',
      from: [state, homeState()],
      make: (lives, home) => {
        made++
        return { home: [...home].reduce((sum, owner) => sum + (lives.get(owner) ?? 0), 0) }
      },
    })
    // Bob is at home with three lives.
    expect(await states.get(total, store.snapshot())).toEqual({ home: 3 })
    await put(cats, { owner: 'Bob', name: 'Kit', lives: 4 })
    expect(await states.get(total, store.snapshot())).toEqual({ home: 4 })
    await states.get(total, store.snapshot())
    expect(made).toBe(2)
  })

  test('behavior: values of keys in untouched shards are not made again', async () => {
    const { state } = livesState()
    const made: string[] = []
    const doubled = derivedMap({
      name: 'doubled',
      from: state,
      make: (lives, owner) => {
        made.push(owner)
        return lives * 2
      },
    })
    const before = await states.get(doubled, store.snapshot())
    expect(made.length).toBe(before.size)
    made.length = 0
    await put(cats, { owner: 'Bob', name: 'Kit', lives: 5 })
    const after = await states.get(doubled, store.snapshot())
    expect([before.get('Bob'), after.get('Bob')]).toEqual([8, 10])
    expect(made).toContain('Bob')
    expect(made.length).toBeLessThan(200)
  })
})

describe('memo', () => {
  test('default: computed once per data version of its facts', async () => {
    let made = 0
    const ask = () => states.memo('text', [cats], store.snapshot(), async () => ++made)
    expect([await ask(), await ask()]).toEqual([1, 1])
    await put(owners, { owner: 'Ann', isHome: true })
    expect(await ask()).toBe(1)
    await put(cats, { owner: 'Bob', name: 'Kit', lives: 6 })
    expect(await ask()).toBe(2)
  })

  test('error: a failure is not cached', async () => {
    const ask = (make: () => Promise<number>) =>
      states.memo('failing', [cats], store.snapshot(), make)
    await expect(ask(() => Promise.reject(new Error('no engine')))).rejects.toThrow('no engine')
    expect(await ask(async () => 7)).toBe(7)
  })
})

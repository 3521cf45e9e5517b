import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commitRun } from '../runs/run.ts'
import { t } from '../store/columns.ts'
import { defineFact, type Fact } from '../store/fact.ts'
import type { Snapshot } from '../store/snapshot.ts'
import { Store } from '../store/store.ts'
import { type StateDefinition, States } from './states.ts'

const cats = defineFact({
  name: 'cats',
  describe: 'Cats',
  key: { name: t.text('its name') },
  values: { lives: t.int('how many') },
})
const dogs = defineFact({
  name: 'dogs',
  describe: 'Dogs',
  key: { name: t.text('its name') },
  values: { tricks: t.int('how many') },
})

let folder: string
let store: Store
let states: States
let nowMs = Date.parse('2026-01-01T00:00:00Z')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-states-'))
  store = await Store.open({ facts: [cats, dogs], path: folder })
})
beforeEach(() => {
  states = new States(store)
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function put(fact: Fact, row: Record<string, unknown>): Promise<void> {
  nowMs += 1_000
  await commitRun(
    store,
    { source: 'test', clock: { nowMs: () => nowMs }, again: true },
    async (stage) => {
      await stage.insertRows(fact, [row])
      return { accepted: 1, rejected: 0, held: 0 }
    },
  )
}

const sumOf = (snapshot: Snapshot, where = '1') =>
  snapshot
    .query<{ sum: number }>(`SELECT sum(lives) AS sum FROM ${snapshot.current(cats, where)}`)
    .then(([row]) => row?.sum ?? 0)

/** The sum of all lives, and how often it was built and updated. */
function countingState(): StateDefinition<{ lives: number }> & {
  built: number
  updatedSince: number[]
} {
  return {
    name: 'lives',
    reads: [cats],
    built: 0,
    updatedSince: [],
    async build(snapshot) {
      this.built++
      return { lives: await sumOf(snapshot) }
    },
  }
}

describe('building', () => {
  test('default: once per version, however many ask at the same time', async () => {
    await put(cats, { name: 'Tom', lives: 9 })
    const state = countingState()
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => states.get(state, store.snapshot())),
    )
    expect(new Set(seen).size).toBe(1)
    expect(seen[0]).toEqual({ lives: 9 })
    expect(state.built).toBe(1)
  })

  test('behavior: a commit to a fact it reads makes a new one, a commit to another does not', async () => {
    const state = countingState()
    const before = await states.get(state, store.snapshot())
    await put(dogs, { name: 'Rex', tricks: 3 })
    expect(await states.get(state, store.snapshot())).toBe(before)
    await put(cats, { name: 'Tom', lives: 8 })
    expect(await states.get(state, store.snapshot())).toEqual({ lives: 8 })
    expect(state.built).toBe(2)
  })

  test('behavior: a question about the past gets a picture of the past, and both are kept', async () => {
    const pastMs = nowMs
    await put(cats, { name: 'Tom', lives: 7 })
    const state = countingState()
    expect(await states.get(state, store.snapshot(pastMs))).toEqual({ lives: 8 })
    expect(await states.get(state, store.snapshot())).toEqual({ lives: 7 })
    expect(await states.get(state, store.snapshot(pastMs))).toEqual({ lives: 8 })
    expect(state.built).toBe(2)
  })

  test('behavior: the newest picture stays, however many questions about the past are asked', async () => {
    const state = countingState()
    const newest = await states.get(state, store.snapshot())
    for (const run of [0, 1, 3, 4]) await states.get(state, { ...store.snapshot(), run })
    const { built } = state
    expect(await states.get(state, store.snapshot())).toBe(newest)
    expect(state.built).toBe(built)
  })

  test('error: a failure reaches who asked and is forgotten', async () => {
    const state = countingState()
    const build = state.build
    state.build = () => Promise.reject(new Error('no engine'))
    await expect(states.get(state, store.snapshot())).rejects.toThrow('no engine')
    state.build = build
    expect(await states.get(state, store.snapshot())).toEqual({ lives: 7 })
  })
})

describe('updating', () => {
  function updatingState() {
    const state = countingState()
    return Object.assign(state, {
      async update(previous: { lives: number }, snapshot: Snapshot, sinceRun: number) {
        state.updatedSince.push(sinceRun)
        previous.lives = await sumOf(snapshot)
        return previous
      },
    })
  }

  test('behavior: the newest picture is brought up to date from the run it was made of', async () => {
    const state = updatingState()
    const first = await states.get(state, store.snapshot())
    const madeOf = store.journal.latest
    await put(cats, { name: 'Tom', lives: 6 })
    expect(await states.get(state, store.snapshot())).toBe(first)
    expect(first).toEqual({ lives: 6 })
    expect([state.built, state.updatedSince]).toEqual([1, [madeOf]])
  })

  test('behavior: a question about the past builds its own and leaves the newest alone', async () => {
    const state = updatingState()
    const pastMs = nowMs
    await put(cats, { name: 'Tom', lives: 5 })
    const newest = await states.get(state, store.snapshot())
    const past = await states.get(state, store.snapshot(pastMs))
    expect(past).not.toBe(newest)
    expect([past, newest]).toEqual([{ lives: 6 }, { lives: 5 }])
    await put(cats, { name: 'Tom', lives: 4 })
    expect(await states.get(state, store.snapshot())).toBe(newest)
    expect([past, newest]).toEqual([{ lives: 6 }, { lives: 4 }])
  })

  test('behavior: many who ask during an update get the same picture', async () => {
    const state = updatingState()
    await states.get(state, store.snapshot())
    await put(cats, { name: 'Tom', lives: 3 })
    const seen = await Promise.all(
      Array.from({ length: 10 }, () => states.get(state, store.snapshot())),
    )
    expect(new Set(seen).size).toBe(1)
    expect(state.updatedSince).toHaveLength(1)
  })

  test('error: after an update that failed the picture is built anew', async () => {
    const state = updatingState()
    await states.get(state, store.snapshot())
    await put(cats, { name: 'Tom', lives: 2 })
    const { update } = state
    state.update = () => Promise.reject(new Error('cut off'))
    await expect(states.get(state, store.snapshot())).rejects.toThrow('cut off')
    state.update = update
    expect(await states.get(state, store.snapshot())).toEqual({ lives: 2 })
    expect(state.built).toBe(2)
  })

  test('error: after a failed first build, the next commit builds instead of updating nothing', async () => {
    const state = updatingState()
    const { build } = state
    state.build = () => Promise.reject(new Error('no engine'))
    const failing = states.get(state, store.snapshot())
    await put(cats, { name: 'Tom', lives: 1 })
    await expect(failing).rejects.toThrow('no engine')
    state.build = build
    expect(await states.get(state, store.snapshot())).toEqual({ lives: 1 })
  })
})

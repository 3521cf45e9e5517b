import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { State } from '../src/cache/state.ts'
import { States } from '../src/cache/states.ts'
import { domains } from '../src/domains/index.ts'
import type { Fact } from '../src/store/fact.ts'
import { listStates } from './support/list-states.ts'
import { randomRows } from './support/random-rows.ts'
import { codeOf, listFiles, readSource } from './support/source-files.ts'
import { TestApp } from './support/test-app.ts'

const states = await listStates('src/domains')

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

/** The data of a value, whatever it is held in: functions and private members are left out. */
function plain(value: unknown): unknown {
  if (value instanceof Set) return [...value].map(plain)
  if (value !== null && typeof value === 'object' && 'entries' in value && 'size' in value)
    return [...(value as ReadonlyMap<unknown, unknown>)].map(([key, one]) => [key, plain(one)])
  if (ArrayBuffer.isView(value)) return [...(value as Float64Array)]
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'function') return undefined
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
}

const ownerOf = (name: string) => name.split('.')[0] ?? ''

test('behavior: every state is found, and has a name of its own that begins with that of its domain', () => {
  const files = listFiles('src/domains', ['.ts']).map(readSource)
  const declared = files
    .filter(({ isTest }) => !isTest)
    .flatMap(({ text }) => [
      ...codeOf(text).matchAll(/\b(?:keyedState|derivedState|derivedMap)[<(]/g),
    ])
  expect(states.length).toBeGreaterThan(30)
  // A function that makes one state per metric is written once.
  expect(declared.length).toBeLessThanOrEqual(states.length)
  expect(new Set(states.map(({ name }) => name)).size).toBe(states.length)
  const owners = domains.map(({ name }) =>
    name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
  )
  expect(states.filter(({ name }) => !owners.includes(ownerOf(name)))).toEqual([])
})

async function putAll(facts: readonly Fact[], rows: Record<string, unknown>[][]): Promise<void> {
  for (const [index, fact] of facts.entries())
    if (rows[index]?.length) await app.put(fact, rows[index])
}

async function expectFollows(
  own: readonly State<unknown>[],
  followed: States,
  commit: () => Promise<void>,
): Promise<void> {
  const { store } = app.app
  const before = new Map<string, { value: unknown; text: string }>()
  for (const state of own) {
    const value = await followed.get(state, store.snapshot())
    before.set(state.name, { value, text: JSON.stringify(plain(value)) })
  }
  await commit()
  const rebuilt = new States(store)
  for (const state of own) {
    const ours = await followed.get(state, store.snapshot())
    const theirs = await rebuilt.get(state, store.snapshot())
    expect([state.name, plain(ours)]).toEqual([state.name, plain(theirs)])
    const old = before.get(state.name)
    expect([state.name, JSON.stringify(plain(old?.value))]).toEqual([state.name, old?.text])
  }
}

const byOwner = [...Map.groupBy(states, ({ name }) => ownerOf(name))]

describe.each(byOwner)('states of %s', (_, own) => {
  test('property: following random runs equals rebuilding, and the old value did not change', async () => {
    const facts = [...new Set(own.flatMap(({ reads }) => reads))]
    const run = fc.tuple(...facts.map((fact) => fc.option(randomRows(fact), { nil: [] })))
    const follow = async (runs: Record<string, unknown>[][][]) => {
      const followed = new States(app.app.store)
      for (const rows of runs) await expectFollows(own, followed, () => putAll(facts, rows))
    }
    const runs = fc.array(run, { minLength: 2, maxLength: 3 })
    await fc.assert(fc.asyncProperty(runs, follow), { numRuns: 2, endOnFailure: true })
  })
})

import { join } from 'node:path'
import type { State } from '../../src/cache/state.ts'
import { listFiles, ROOT, readSource } from './source-files.ts'

/** All states of the files of a folder: those that are exported, and those they are made from. */
export async function listStates(folder: string): Promise<State<unknown>[]> {
  const found = new Set<State<unknown>>()
  const add = (state: State<unknown>) => {
    for (const one of state.from) add(one)
    found.add(state)
  }
  for (const { path, isTest } of listFiles(folder, ['.ts']).map(readSource)) {
    if (isTest) continue
    const module = (await import(join(ROOT, path))) as Record<string, unknown>
    // What is searched for by name holds the state of its names.
    const values = Object.values(module)
      .flat()
      .flatMap((value) => [value, indexOf(value)])
    for (const value of values) if (isState(value)) add(value)
  }
  return [...found]
}

function indexOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'index' in value ? value.index : undefined
}

function isState(value: unknown): value is State<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'reads', 'from', 'make'].every((member) => member in value)
  )
}

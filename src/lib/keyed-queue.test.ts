import { expect, test } from 'vitest'
import { KeyedQueue } from './keyed-queue.ts'

/** Work that notes when it begins and ends, and ends when it is told to. */
function workbench() {
  const notes: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => async () => {
    notes.push(`begin ${name}`)
    await new Promise<void>((resolve) => ends.set(name, resolve))
    notes.push(`end ${name}`)
  }
  const finish = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { notes, work, finish }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('default: two of the same name follow each other', async () => {
  const { notes, work, finish } = workbench()
  const queue = new KeyedQueue(5)
  void queue.run('a', work('a1'))
  void queue.run('a', work('a2'))
  await settle()
  expect(notes).toEqual(['begin a1'])
  expect(queue.isBusy('a')).toBe(true)
  await finish('a1')
  expect(notes).toEqual(['begin a1', 'end a1', 'begin a2'])
  await finish('a2')
  await queue.idle()
  expect(queue.isBusy('a')).toBe(false)
})

test('behavior: only so many at once, whatever their names', async () => {
  const { notes, work, finish } = workbench()
  const queue = new KeyedQueue(2)
  for (const name of ['a', 'b', 'c']) void queue.run(name, work(name))
  await settle()
  expect(notes).toEqual(['begin a', 'begin b'])
  await finish('a')
  expect(notes).toEqual(['begin a', 'begin b', 'end a', 'begin c'])
  await finish('b')
  await finish('c')
  await queue.idle()
})

test('behavior: one that fails lets the next one in', async () => {
  const queue = new KeyedQueue(1)
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.run('a', async () => 'yes')).toBe('yes')
})

import { expect, test } from 'vitest'
import { createDemoProgress } from './progress.ts'

function watch(isTTY: boolean, columns = 80) {
  const texts: string[] = []
  let nowMs = 1_000
  const stream = { isTTY, columns, write: (text: string) => texts.push(text) }
  const progress = createDemoProgress(stream, () => nowMs)
  return {
    texts,
    at: (seconds: number, written: number, running: string[]) => {
      nowMs = 1_000 + seconds * 1000
      progress({ written, total: 3, running })
    },
  }
}

test('default: a terminal shows one line that is redrawn', () => {
  const { texts, at } = watch(true)
  at(0, 0, ['TVL', 'yields'])
  at(1, 2, ['users'])
  at(2, 3, [])
  expect(texts).toEqual([
    '\rMaking the demo world: 0 of 3 parts, 0.0 s; now TVL, yields',
    '\rMaking the demo world: 2 of 3 parts, 1.0 s; now users      ',
    '\rMaking the demo world: 3 of 3 parts, 2.0 s           \n',
  ])
})

test('behavior: a line never breaks', () => {
  const { texts, at } = watch(true, 30)
  at(0, 0, ['TVL', 'yields'])
  expect(texts).toEqual(['\rMaking the demo world: 0 of 3'])
})

test('behavior: a log gets a line every five seconds, and the last one', () => {
  const { texts, at } = watch(false)
  at(0, 0, ['TVL', 'yields'])
  at(4, 1, ['yields'])
  at(6, 1, ['yields', 'users'])
  at(7, 2, ['users'])
  at(8, 3, [])
  expect(texts).toEqual([
    'Making the demo world: 1 of 3 parts, 6.0 s; now yields, users\n',
    'Making the demo world: 3 of 3 parts, 8.0 s\n',
  ])
})

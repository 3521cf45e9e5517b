import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../test/support/source-files.ts'
import { facts, mirrored } from '../app.ts'
import { mirrorTable, mirrorTableLines } from './mirror.ts'

test('default: docs/mirror.md has the table that the declarations make (almanac mirror table)', () => {
  const text = readFileSync(join(ROOT, 'docs/mirror.md'), 'utf8')
  const lines = mirrorTableLines(mirrorTable(facts, mirrored))
  expect(text).toContain(`${lines.join('\n')}\n`)
})

test('behavior: every fact is carried by a response, or it says why it is not', () => {
  const silent = mirrorTable(facts, mirrored).filter(
    ({ operations, note }) => operations.length === 0 && note === '',
  )
  expect(silent.map(({ fact }) => fact)).toEqual([])
})

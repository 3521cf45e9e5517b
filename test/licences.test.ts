import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeLicences, LICENCES_PATH, listLicences } from '../scripts/licences.ts'
import { ROOT } from './support/source-files.ts'

// Each lets a program under MIT use and ship the package.
const ALLOWED = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'Unlicense',
  // Asks only for the source of changes to the package itself: a tool that builds the explorer.
  'MPL-2.0',
]

test('behavior: docs/licences.md is what the lock file says (npm run licences)', () => {
  const listed = listLicences()
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'chdb', 'pg']))
  expect(listed.map(({ name }) => name)).not.toContain('vitest')
  expect(readFileSync(LICENCES_PATH, 'utf8')).toBe(describeLicences(listed))
})

test('behavior: every package that ships has a licence that allows it', () => {
  expect(listLicences().filter(({ licence }) => !ALLOWED.includes(licence))).toEqual([])
})

test('behavior: installed packages say the same', () => {
  const installed = listLicences().filter(({ path }) => existsSync(join(ROOT, path)))
  expect(installed.length).toBeGreaterThan(30)
  const own = installed.map(({ name, path }) => {
    const { version, license } = JSON.parse(
      readFileSync(join(ROOT, path, 'package.json'), 'utf8'),
    ) as { version: string; license: string }
    return { name, version, licence: license }
  })
  expect(own).toEqual(installed.map(({ name, version, licence }) => ({ name, version, licence })))
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, ROOT, readSource } from './support/source-files.ts'

type Versions = Record<string, string>

interface Manifest {
  dependencies: Versions
  devDependencies: Versions
  optionalDependencies: Versions
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const manifest = read('package.json') as Manifest
const tools = read('test/tools/package.json') as Pick<Manifest, 'optionalDependencies'>
const { packages: locked } = read('package-lock.json') as {
  packages: Record<string, { dev?: true; devOptional?: true }>
}
const isLockedForTests = (name: string) => locked[`node_modules/${name}`]?.dev === true

test('behavior: no package is in two sets', () => {
  const names = [
    manifest.dependencies,
    manifest.devDependencies,
    manifest.optionalDependencies,
    tools.optionalDependencies,
  ].flatMap(Object.keys)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('behavior: the lock file marks the tools of tests, and nothing the service needs', () => {
  const ofTests = [manifest.devDependencies, tools.optionalDependencies].flatMap(Object.keys)
  const ofService = [manifest.dependencies, manifest.optionalDependencies].flatMap(Object.keys)
  // The folder of test tools itself is a link, which npm does not mark.
  const unmarked = ofTests.filter((name) => !isLockedForTests(name))
  expect(unmarked).toEqual(['almanac-test-tools'])
  expect(ofService.filter(isLockedForTests)).toEqual([])
  expect(Object.keys(locked).filter((path) => locked[path]?.devOptional)).toEqual([])
})

test('behavior: the program imports only packages that a start installs', () => {
  const wrong = listFiles('src', ['.ts', '.js'])
    .map(readSource)
    .filter((source) => !source.isTest)
    .flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ target, isTypeOnly }) =>
            !isTypeOnly &&
            !/^(src|data|packages\/client\/src)\/|^package\.json$|^node:/.test(target),
        )
        .map(({ target }) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target)
        .filter((name) => manifest.dependencies[name] === undefined)
        .map((name) => `${path}: ${name}`),
    )
  expect(wrong).toEqual([])
})

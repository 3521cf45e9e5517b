import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { MissingPart } from './support/missing-part.ts'
import { ROOT } from './support/source-files.ts'

interface Audit {
  error?: unknown
  message?: string
  vulnerabilities?: Record<string, { severity: string; via: unknown[] }>
}

/** What the registry knows against the packages that ship. */
function audit(): Promise<Audit> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=30000']
  return new Promise((resolve) => {
    // It leaves with 1 when it found something, and with JSON on its output either way.
    execFile('npm', args, { cwd: ROOT, maxBuffer: 64e6 }, (_, output) => {
      try {
        resolve(JSON.parse(output) as Audit)
      } catch {
        resolve({ message: output })
      }
    })
  })
}

test('behavior: npm audit has nothing against the packages that ship', async () => {
  const { vulnerabilities } = await audit()
  if (vulnerabilities === undefined)
    throw new MissingPart('registry that answers `npm audit`', 'use one that does.')
  expect(vulnerabilities).toEqual({})
}, 120_000)

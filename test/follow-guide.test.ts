import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signatureOf } from '../src/hooks/send.ts'
import { runProgram } from './support/run-program.ts'
import { ROOT } from './support/source-files.ts'

const guide = readFileSync(join(ROOT, 'docs/follow.md'), 'utf8')
const SECRET = 'whsec_example'
const BODY = '{"id":"12","note":"naïve ×3"}'
const AT_SEC = 1_768_392_000

/** Signature, body, and seconds since: as sent, of another secret, changed on the way, old. */
const CASES = [
  [signatureOf(SECRET, AT_SEC, BODY), BODY, 10, true],
  [signatureOf('whsec_other', AT_SEC, BODY), BODY, 10, false],
  [signatureOf(SECRET, AT_SEC, BODY), `${BODY} `, 10, false],
  [signatureOf(SECRET, AT_SEC, BODY), BODY, 301, false],
  ['v1=', BODY, 10, false],
] as const

function codeOf(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide) ?? []
  if (code === undefined) throw new Error(`The guide has no ${language}.`)
  return code
}

test('behavior: the TypeScript of the guide accepts what is signed and nothing else', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'guide-')), 'verify.ts')
  writeFileSync(file, codeOf('ts'))
  const { isGenuine } = (await import(file)) as { isGenuine(...values: unknown[]): boolean }
  for (const [signature, body, laterSec, isGood] of CASES)
    expect(isGenuine(SECRET, String(AT_SEC), signature, body, AT_SEC + laterSec)).toBe(isGood)
})

test('behavior: so does the Python', () => {
  const cases = CASES.map(([signature, body, laterSec]) => [signature, body, AT_SEC + laterSec])
  const program = `${codeOf('python')}
import json, sys
secret, at, cases = json.load(sys.stdin)
print(json.dumps([is_genuine(secret, at, s, b.encode(), now) for s, b, now in cases]))`
  const input = JSON.stringify([SECRET, String(AT_SEC), cases])
  const output = runProgram('python3', ['-c', program], input)
  expect(JSON.parse(output)).toEqual(CASES.map(([, , , isGood]) => isGood))
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from './support/test-app.ts'

const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8')
const section = readme.slice(
  readme.indexOf('## Ask it something'),
  readme.indexOf('## Bring your own data'),
)

/** Requests to the free root that the README makes, each with the answer it shows. */
const shown = [...section.matchAll(/```sh\n(curl [^`]*)```\n```text\n([^`]*)```/g)].flatMap(
  ([, commands = '', answers = '']) => {
    const urls = [...commands.matchAll(/http:\/\/127\.0\.0\.1:3000([^\s']+)/g)].map(
      (match) => match[1] ?? '',
    )
    const bodies = urls.length === 1 ? [answers] : answers.trim().split('\n{')
    return urls.map((url, index): [string, string] => [
      url,
      index === 0 ? (bodies[0] ?? '') : `{${bodies[index] ?? ''}`,
    ])
  },
)

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({
    ALMANAC_DEMO: 'auto',
    ALMANAC_CLOCK: '2026-01-31T12:00:00Z',
    ALMANAC_PRO_RATE: '1000',
  })
})
afterAll(() => app.stop())

test('default: the README shows several answers', () => {
  expect(shown.length).toBeGreaterThanOrEqual(6)
})

test.each(shown)('behavior: %s answers what the README shows', async (url, answer) => {
  const { body } = await app.get(url, { pro: url.startsWith('/usage') })
  const real = JSON.stringify(body)
  const parts = answer.replaceAll(/\n\s*/g, '').split('…')
  for (const part of parts)
    expect(real).toContain(part.trim().replace(/^,\s*/, '').replace(/,$/, ''))
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from './support/test-app.ts'

/** The part of a page from a heading to the next one. */
function readSection(path: string, heading: string): string {
  const text = readFileSync(join(import.meta.dirname, '..', path), 'utf8')
  const start = text.indexOf(heading)
  return text.slice(start, text.indexOf('\n## ', start + 1))
}

const sections = [
  readSection('README.md', '## Five things to try'),
  readSection('docs/http.md', '## Requests'),
].join('\n')

/** Requests to the free root that the pages make, each with the response they show. */
const shown = [...sections.matchAll(/```sh\n(curl [^`]*)```\n```text\n([^`]*)```/g)].flatMap(
  ([, commands = '', responses = '']) => {
    const urls = [...commands.matchAll(/http:\/\/127\.0\.0\.1:3000([^\s']+)/g)].map(
      (match) => match[1] ?? '',
    )
    const bodies = urls.length === 1 ? [responses] : responses.trim().split('\n{')
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

test('default: all seven requests of the pages are found', () => {
  expect(shown).toHaveLength(7)
})

test.each(shown)('behavior: %s returns what the pages show', async (url, shownBody) => {
  const { body } = await app.get(url, { pro: url.startsWith('/usage') })
  const real = JSON.stringify(body)
  const parts = shownBody.replaceAll(/\n\s*/g, '').split('…')
  for (const part of parts)
    expect(real).toContain(part.trim().replace(/^,\s*/, '').replace(/,$/, ''))
})

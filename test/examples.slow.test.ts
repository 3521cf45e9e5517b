import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facts, routes, topics } from '../src/app.ts'
import { describeForm } from '../src/http/docs/describe-form.ts'
import { statementOf } from '../src/http/docs/facts-behind.ts'
import { exampleSamples } from '../src/http/docs/form-request.ts'
import { guideSamples } from '../src/http/docs/pages/guide.ts'
import { createReference } from '../src/http/docs/reference.ts'
import { launchBrowser } from './support/browser/browser.ts'
import { barriersOf, isWide, openReference } from './support/browser/reference-page.ts'
import { describeExamples, isEmpty } from './support/contract/examples.ts'
import { operationsElsewhere, repeatable } from './support/operations.ts'
import { type NamedSample, runCurl, runPython, runScript } from './support/samples/run-samples.ts'
import { NOW_SEC, TEST_KEY, TestApp } from './support/test-app.ts'

let service: TestApp
beforeAll(async () => {
  service = await TestApp.startDemo()
})
afterAll(() => service.stop())

describeExamples(() => service, operationsElsewhere)

/** Examples of a query parameter, wherever the document has it. */
function examplesIn(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const own = value as { name?: unknown; in?: unknown; example?: unknown }
  if (own.name === name && own.in === 'query') return [own.example]
  return Object.values(value).flatMap((member) => examplesIn(member, name))
}

test('behavior: the document shows these examples, timestamps by the clock of the service', async () => {
  const { body } = await service.get('/openapi.json')
  expect(new Set(examplesIn(body, 'asOf'))).toEqual(new Set(['2026-01-14T12:00:00.000Z']))
  // 45 days before 14 January, at 15:00: 30 November.
  expect(new Set(examplesIn(body, 'end'))).toEqual(new Set([Date.UTC(2025, 10, 30, 15) / 1000]))
})

describe('the reference', () => {
  const known = new Map(facts.map((fact) => [fact.name, fact]))
  const reference = createReference(routes, { topics, facts: known, hasExplorer: true })
  const entries = reference.groups
    .flatMap((group) => group.entries)
    .filter(({ route }) => repeatable.includes(route))
  const examples = reference.guides.flatMap(({ id, sections }) =>
    sections
      .flatMap(({ parts }) => parts.filter((part) => typeof part !== 'string'))
      .map((example) => ({ id, ...example })),
  )
  let origin: string
  beforeAll(async () => {
    origin = `http://127.0.0.1:${await service.listen()}`
  })

  /** Samples of one language: of every operation, and of the guides that return 200. */
  const samplesIn = (language: string): NamedSample[] => [
    ...entries.flatMap(({ id, route, forms }) =>
      forms.flatMap((form) => {
        const described = describeForm(form, NOW_SEC)
        const statement = statementOf(route, known)
        const samples = exampleSamples(form, described, { origin, statement })
        const text = samples.find((sample) => sample.id === language)?.text
        return text === undefined
          ? []
          : { name: `${id} ${form.method} ${form.paths[0].path}`, text }
      }),
    ),
    ...guideSamplesIn(language, ({ status = 200 }) => status === 200),
  ]
  const guideSamplesIn = (language: string, isWanted: (example: (typeof examples)[0]) => boolean) =>
    examples.filter(isWanted).flatMap((example) => {
      const text = guideSamples(example, { origin, nowSec: NOW_SEC }).find(
        ({ id }) => id === language,
      )?.text
      return text === undefined ? [] : { name: `${example.id} ${example.path}`, text }
    })

  test('behavior: every line of curl is answered', async () => {
    const samples = samplesIn('curl')
    const statuses = await runCurl(samples, TEST_KEY)
    expect(statuses).toHaveLength(samples.length)
    expect(samples.filter((_, index) => statuses[index] !== 200)).toEqual([])
  })

  test('behavior: errors of the guides have the status that they say', async () => {
    const isError = ({ status }: (typeof examples)[0]) => status !== undefined
    const statuses = examples.filter(isError).map(({ status }) => status)
    expect(statuses.length).toBeGreaterThan(0)
    expect(await runCurl(guideSamplesIn('curl', isError), TEST_KEY)).toEqual(statuses)
  })

  test('behavior: every program in Python prints something', async () => {
    expect(await runPython(samplesIn('python'), TEST_KEY)).toBe('')
  })

  test('behavior: the client and fetch print the same', async () => {
    const ofClient = new Map(samplesIn('client').map((sample) => [sample.name, sample]))
    for (const sample of samplesIn('fetch')) {
      const printed = await runScript(sample, TEST_KEY)
      expect(isEmpty(printed), sample.name).toBe(false)
      const other = ofClient.get(sample.name)
      // Each call changes what is left.
      if (other !== undefined && !/getUsage|Session/.test(sample.name))
        expect(await runScript(other, TEST_KEY), sample.name).toEqual(printed)
    }
  })

  test('behavior: every statement has rows', async () => {
    for (const query of new Set(samplesIn('sql').map(({ text }) => text))) {
      const { status, body } = await service.post('/sql', { query }, { pro: true })
      expect(status, `${query} ${JSON.stringify(body)}`).toBe(200)
      expect((body as { rows: unknown[] }).rows.length, query).toBeGreaterThan(0)
    }
  })

  describe('in a browser', () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchBrowser()
    })
    afterAll(() => browser?.close())

    test.each([
      { width: 390, theme: 'dark' as const },
      { width: 1440, theme: 'light' as const },
      { width: 2560, theme: 'dark' as const },
    ])('behavior: shown whole in $theme at $width px', async ({ width, theme }) => {
      const viewport = { width, height: 900 }
      const context = await browser.newContext({ viewport, colorScheme: theme })
      for (const path of ['/docs', '/docs/errors', '/docs/getBatchHistoricalPrices']) {
        const { page, errors } = await openReference(context, origin, path)
        const seen = { errors, barriers: await barriersOf(page), isWide: await isWide(page) }
        expect(seen, path).toEqual({ errors: [], barriers: [], isWide: false })
        await page.close()
      }
    })

    test('behavior: an operation is found by keyboard, tried, and shown in Python', async () => {
      const context = await browser.newContext()
      const { page, errors } = await openReference(context, origin, '/docs')
      await page.keyboard.press('/')
      await page.keyboard.type('block of a chain')
      await page.keyboard.press('Enter')
      await page
        .getByRole('heading', { level: 1, name: 'Block of a chain at a timestamp' })
        .waitFor()
      await page.getByRole('radio', { name: 'Python' }).check()
      expect(await page.locator('[data-language=python] code').textContent()).toContain(
        `${origin}/block/ethereum/`,
      )
      expect(errors).toEqual([])
    })

    test('behavior: without scripts everything is there', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: 'dark' })
      const page = await context.newPage()
      await page.goto(`${origin}/docs/getBlock`)
      await page.getByRole('radio', { name: 'Python' }).check()
      expect(await page.locator('[data-language=python] pre').isVisible()).toBe(true)
      expect(await page.locator('[data-language=curl] pre').isVisible()).toBe(false)
      expect(await page.locator('form').isVisible()).toBe(false)
      expect(await page.getByRole('row', { name: /timestamp/ }).isVisible()).toBe(true)
    })
  })
})

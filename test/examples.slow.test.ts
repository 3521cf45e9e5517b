import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facts, routes, topics } from '../src/app.ts'
import { describeForm } from '../src/http/docs/describe-form.ts'
import { statementOf } from '../src/http/docs/facts-behind.ts'
import { exampleSamples, formRequest } from '../src/http/docs/form-request.ts'
import { GUIDES } from '../src/http/docs/guides/index.ts'
import { guideSamples } from '../src/http/docs/pages/guide.ts'
import { createReference } from '../src/http/docs/reference.ts'
import { isRequired } from '../src/http/openapi/parameters.ts'
import { exampleOf, type Parameter, type Parameters } from '../src/http/parameters.ts'
import { COMMON_QUERY } from '../src/http/responses/parse-request.ts'
import { type Method, methodsOf, ROOTS, type Root, type Route } from '../src/http/route.ts'
import { launchBrowser } from './support/browser/browser.ts'
import { barriersOf, isWide, openReference } from './support/browser/reference-page.ts'
import { type NamedSample, runCurl, runPython, runScript } from './support/samples/run-samples.ts'
import { NOW_SEC, TEST_KEY, type TestAnswer, TestApp } from './support/test-app.ts'

interface Operation {
  name: string
  route: Route
  root: Root
  method: Method
  path: string
}

/** Lists that describe a protocol: one without previous names, say, has an empty list. */
const DESCRIPTIONS = [
  ...['tags', 'audit_links', 'forkedFrom', 'oracles', 'governanceID', 'codeRepos', 'hallmarks'],
  ...['previousNames', 'otherProtocols', 'linkedProtocols', 'childProtocols'],
]
/** Nothing is missing of the examples, and the demo world has no live source. */
const ABSENT = ['missing', 'sources', 'receipts']
/** What `excludeTotalDataChart` and `excludeTotalDataChartBreakdown` leave out. */
const CHARTS = [
  ...['totalDataChart', 'totalDataChartBreakdown', 'chart'],
  ...['dailyVolume', 'dailyPremiumVolume', 'dailyNotionalVolume'],
]
/** The demo world has marks of its last days only, and the examples of a range are older. */
const MARKS = ['points']
/** Members that wrap the data: what they hold is looked at in the same way. */
const WRAPPERS = ['data', 'body', 'coins']

/** A stream does not end, and operators' addresses change keys: their own tests look at them. */
const repeatable = routes.filter(({ kind, forOperators }) => kind !== 'stream' && !forOperators)
const operations = repeatable.flatMap((route) =>
  ROOTS.flatMap((root) => {
    const path = route.paths[root]
    if (path === undefined) return []
    return methodsOf(route, root).map((method): Operation => {
      return { name: `${method} ${path} on ${root}`, route, root, method, path }
    })
  }),
)

let service: TestApp
beforeAll(async () => {
  service = await TestApp.startDemo()
})
afterAll(() => service.stop())

/** The parameters of the query, without those that the body of a POST carries. */
function queryOf({ route, method }: Operation): Parameters {
  const { properties = {} } = (route.body?.schema ?? {}) as { properties?: object }
  const own = Object.entries(route.query).filter(
    ([name]) => method === 'GET' || !(name in properties),
  )
  return { ...Object.fromEntries(own), ...(route.reads.length > 0 ? COMMON_QUERY : {}) }
}

function exampleText(parameter: Parameter<unknown> | undefined): string {
  if (parameter === undefined) throw new Error('The path has a name that is no parameter.')
  return String(exampleOf(parameter, NOW_SEC))
}

function ask({ route, root, method, path }: Operation, query: Parameters): Promise<TestAnswer> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(exampleText(route.params[name])),
  )
  const asked = Object.entries(query).map(([name, parameter]) => [name, exampleText(parameter)])
  const url = `${filled}?${new URLSearchParams(asked)}`
  const pro = root === 'pro'
  if (method !== 'POST' || route.body === undefined)
    return service.get(url, { pro, method: method as 'GET' | 'DELETE' })
  return service.post(url, exampleOf(route.body, NOW_SEC) as object, { pro })
}

/** Names of the places that should hold rows and hold none. */
function emptyPlaces(
  value: unknown,
  mayBeEmpty: readonly string[],
  place = 'the answer',
): string[] {
  if (value === null || value === undefined) return [place]
  if (typeof value !== 'object') return []
  const members = Object.entries(value)
  const [first] = members
  if (first === undefined) return [place]
  if (Array.isArray(value)) return isEmpty(first[1]) ? [`${place}[0]`] : []
  return members.flatMap(([name, member]) => {
    if (typeof member !== 'object' || member === null || mayBeEmpty.includes(name)) return []
    if (WRAPPERS.includes(name)) return emptyPlaces(member, mayBeEmpty, name)
    return isEmpty(member) ? [`${place}.${name}`] : []
  })
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

describe.each(operations)('$name', (operation) => {
  const query = queryOf(operation)
  const required = Object.entries(query).filter(([name, parameter]) => isRequired(parameter, name))

  test('behavior: the examples of what is required are answered with rows', async () => {
    const { status, body } = await ask(operation, Object.fromEntries(required))
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
    expect(emptyPlaces(body, [...DESCRIPTIONS, ...ABSENT])).toEqual([])
  })

  test('behavior: all examples together are answered with rows', async () => {
    const { status, body } = await ask(operation, query)
    const charts = 'excludeTotalDataChart' in query ? CHARTS : []
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
    const marks = operation.route.id === 'meta.listMarks' ? MARKS : []
    expect(emptyPlaces(body, [...DESCRIPTIONS, ...ABSENT, ...charts, ...marks])).toEqual([])
  })
})

/** Examples of a query parameter, wherever the document has it. */
function examplesIn(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const own = value as { name?: unknown; in?: unknown; example?: unknown }
  if (own.name === name && own.in === 'query') return [own.example]
  return Object.values(value).flatMap((member) => examplesIn(member, name))
}

test('behavior: the document shows these examples, moments by the clock of the service', async () => {
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
  const examples = GUIDES.flatMap(({ id, sections }) =>
    sections.flatMap(({ example }) => (example === undefined ? [] : { id, ...example })),
  )
  let origin: string
  beforeAll(async () => {
    origin = `http://127.0.0.1:${await service.listen()}`
  })

  /** Samples of one language: of every operation, and of the guides that answer 200. */
  const samplesIn = (language: string): NamedSample[] => [
    ...entries.flatMap(({ id, route, forms }) =>
      forms.flatMap((form) => {
        const described = describeForm(form, NOW_SEC)
        const request = formRequest(form, described, statementOf(route, known))
        const samples = exampleSamples(request, described, origin)
        const text = samples.find((sample) => sample.id === language)?.text
        return text === undefined
          ? []
          : { name: `${id} ${form.method} ${form.addresses[0].path}`, text }
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
      await page.getByRole('heading', { level: 1, name: 'Block of a chain at a moment' }).waitFor()
      await page.getByLabel('chain path, required').fill('base')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('200 OK').waitFor()
      await page.getByRole('radio', { name: 'Python' }).check()
      expect(await page.locator('[data-language=python] code').textContent()).toContain(
        `${origin}/block/base/`,
      )
      expect(errors).toEqual([])
    })

    test('behavior: without scripts everything but the form is there', async () => {
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

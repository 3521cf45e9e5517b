import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  bodyOf,
  chart,
  D0,
  D1,
  D2,
  D3,
  expectRefusals,
  NEWEST,
  startWorld,
} from '../world-for-tests.ts'

const getForkProtocolChart = chart('getForkProtocolChart')
const URL = '/api/v2/chart/fork/protocol'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

test.each([
  [
    'its direct forks, not their forks',
    'swap-two',
    [
      [D2, 60],
      [D1, 80],
      [D0, 80],
      [NEWEST, 80],
    ],
  ],
  [
    'a fork that was forked itself',
    'fork-three',
    [
      [D1, 7],
      [D0, 7],
      [NEWEST, 7],
    ],
  ],
  // Estate Seven was forked from the parent and from its child: it counts once.
  [
    'a parent: forks of it and of its children, each once',
    'family',
    [
      [D3, 110],
      [D2, 820],
      [D1, 1_040],
      [D0, 1_040],
      [NEWEST, 1_150],
    ],
  ],
  [
    'a child of a parent: its own',
    'family-v1',
    [
      [D2, 600],
      [D1, 600],
      [D0, 600],
      [NEWEST, 600],
    ],
  ],
  [
    'by the id of a parent',
    'parent%23family',
    [
      [D3, 110],
      [D2, 820],
      [D1, 1_040],
      [D0, 1_040],
      [NEWEST, 1_150],
    ],
  ],
])('default: %s', async (_, slug, expected) => {
  expect(await bodyOf(app, getForkProtocolChart, `${URL}/${slug}`)).toEqual(expected)
})

test('behavior: key picks a section, start and end the points', async () => {
  expect(await bodyOf(app, getForkProtocolChart, `${URL}/family?key=all&end=${D3}`)).toEqual([
    [D3, 150],
  ])
  expect(await bodyOf(app, getForkProtocolChart, `${URL}/family?key=pool2`)).toEqual([])
})

test('behavior: 308 from a previous slug to the present one, the query kept', async () => {
  const { status, headers } = await app.get(`${URL}/swop-two?key=all`, { pro: true })
  expect(status).toBe(308)
  expect(headers.location).toBe('swap-two?key=all')
})

test('error: 404 when it has no fork, also when its only link was taken back', async () => {
  for (const slug of ['bridge-five', 'lend-one']) {
    expect(await app.get(`${URL}/${slug}`, { pro: true })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
  }
})

test('error: 404 with near names', async () => {
  expect(await app.get(`${URL}/swap-tow`, { pro: true })).toMatchObject({
    status: 404,
    body: { suggestions: ['swap-two'] },
  })
})

test('error: 400 for a key, start or end that cannot be', async () => {
  await expectRefusals(app, `${URL}/swap-two`)
})

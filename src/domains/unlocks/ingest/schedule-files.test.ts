import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoMarket } from '../../../demo/market/market.ts'
import { listScheduleFiles, readScheduleFiles, SCHEDULES_FOLDER } from './schedule-files.ts'

const GOOD = {
  name: 'Alpha',
  token: 'ethereum:0xa1',
  sections: [
    { label: 'A', category: 'airdrop', unlocks: [{ type: 'cliff', at: '2024-01-01', amount: 5 }] },
  ],
}

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-schedules-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Reads files that hold the given texts, in the given order. */
function read(texts: Record<string, string | object>) {
  const paths = Object.entries(texts).map(([name, content]) => {
    const path = join(folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
    return path
  })
  return readScheduleFiles(paths)
}

describe('data/unlocks', () => {
  const files = readScheduleFiles(listScheduleFiles(SCHEDULES_FOLDER))

  test('default: every file is a schedule', () => {
    expect(files.problems).toEqual([])
    expect(files.good.length).toBeGreaterThan(0)
  })

  test('behavior: those of the demo world are of its tokens, and hold at least what its market counts with', () => {
    const { protocols, coins } = demoMarket()
    for (const { schedule } of files.good.filter(({ schedule: { isDemo } }) => isDemo)) {
      const owner = protocols.find(({ id }) => id === schedule.protocolIds[0])
      expect([schedule.name, schedule.token]).toEqual([owner?.name, owner?.tokenCoin])
      expect(schedule.total ?? 0).toBeGreaterThanOrEqual(
        coins.find(({ coin }) => coin === schedule.token)?.supply ?? Number.POSITIVE_INFINITY,
      )
    }
  })
})

test('behavior: the example of the guide is a schedule', () => {
  const guide = readFileSync(join(SCHEDULES_FOLDER, '../../docs/unlock-schedules.md'), 'utf8')
  const example = /```json\n(.*?)```/s.exec(guide)?.[1] ?? ''
  expect(read({ 'guide.json': example })).toMatchObject({ problems: [], good: [{ id: 'guide' }] })
})

describe('files that are right', () => {
  test('default: the name, the schedule and its JSON without spaces', () => {
    const { good, problems } = read({ 'alpha-1.json': GOOD })
    expect(problems).toEqual([])
    expect(good).toMatchObject([
      {
        id: 'alpha-1',
        text: JSON.stringify(GOOD),
        schedule: { name: 'Alpha', sections: [{ label: 'A' }] },
      },
    ])
  })
})

describe('files that are not', () => {
  test('error: a line for every member that is wrong; the others are read', () => {
    const text = `{
  "name": "Alpha",
  "token": "ethereum:0xa1",
  "sections": [
    {
      "label": "Team",
      "category": "team",
      "unlocks": [
        { "type": "cliff", "at": "2023-02-29", "amount": 5 },
        { "type": "linear",
          "from": "2024-01-01",
          "amount": 5 }
      ]
    }
  ]
}`
    const { good, problems } = read({
      'alpha.json': text,
      'beta.json': { ...GOOD, name: 'Beta', token: 'ethereum:0xb2' },
    })
    expect(good.map(({ id }) => id)).toEqual(['beta'])
    expect(problems.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'alpha.json:7: sections.0.category must',
      'alpha.json:9: sections.0.unlocks.0.at must',
      // What is missing is shown where the thing begins that lacks it.
      'alpha.json:10: sections.0.unlocks.1.to is',
    ])
  })

  test.each([
    [
      'a comma too many',
      { 'a.json': '{\n  "name": "Alpha",\n}' },
      'a.json:3: not valid JSON: property name expected',
    ],
    [
      'a member twice',
      { 'a.json': '{"name": "A",\n"name": "B"}' },
      'a.json:2: duplicate name "name"',
    ],
    ['an empty file', { 'a.json': '' }, 'a.json:1: not valid JSON: value expected'],
    ['no object', { 'a.json': '[]' }, 'a.json:1: must be an object'],
    [
      'a name with capitals',
      { 'Alpha.json': GOOD },
      'Alpha.json:1: the name of a file is small letters, digits, dots and dashes, and ends in .json',
    ],
    [
      'too many bytes',
      { 'a.json': ' '.repeat(400_001) },
      'a.json:1: the file has more than 400,000 bytes',
    ],
    [
      'too many characters',
      {
        'a.json': {
          ...GOOD,
          notes: Array(50).fill('x'.repeat(2_000)),
          sources: Array(50).fill('y'.repeat(2_000)),
        },
      },
      'a.json:1: the schedule has more than 200,000 characters',
    ],
  ])('error: %s', (_, texts, problem) => {
    expect(read(texts as Record<string, string | object>).problems[0]).toBe(problem)
  })

  test('error: a file that is not there', () => {
    expect(readScheduleFiles([join(folder, 'nowhere.json')])).toEqual({
      good: [],
      problems: ['nowhere.json:1: the file cannot be read (ENOENT)'],
    })
  })

  test('error: a file of the project is shown with its folder', () => {
    expect(readScheduleFiles([join(SCHEDULES_FOLDER, 'nowhere.json')]).problems).toEqual([
      'data/unlocks/nowhere.json:1: the file cannot be read (ENOENT)',
    ])
  })

  test('error: two files for one token, name or id; the first has it', () => {
    const { good, problems } = read({
      'a.json': { ...GOOD, aggregatorId: 'alpha' },
      'b.json': { ...GOOD, token: 'Ethereum:0xA1', name: 'Beta' },
      'c.json': { ...GOOD, token: 'ethereum:0xc3', name: 'ALPHA' },
      'd.json': { ...GOOD, token: 'ethereum:0xd4', name: 'Delta', aggregatorId: 'Alpha' },
      // It takes nothing from a file that was refused.
      'e.json': { ...GOOD, token: 'ethereum:0xc3', name: 'Beta' },
    })
    expect(good.map(({ id }) => id)).toEqual(['a', 'e'])
    expect(problems).toEqual([
      'b.json:1: token is that of a.json too',
      'c.json:1: name is that of a.json too',
      'd.json:1: aggregatorId is that of a.json too',
    ])
  })
})

test('behavior: a folder is read by name, without what is no JSON', () => {
  const inside = mkdtempSync(join(folder, 'list-'))
  for (const name of ['b.json', 'a.json', 'README.md']) writeFileSync(join(inside, name), '{}')
  expect(listScheduleFiles(inside)).toEqual([join(inside, 'a.json'), join(inside, 'b.json')])
  expect(listScheduleFiles(join(inside, 'nowhere'))).toEqual([])
})

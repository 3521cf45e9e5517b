import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TEST_KEY, TestApp } from '../../../../test/support/test-app.ts'
import { commitRun } from '../../../runs/run.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { dayFromNow, recordRows, scheduleRow, secFromNow } from '../emissions-for-tests.ts'
import { unlockRecords, unlockSchedules } from '../facts.ts'
import { emissionBody, emissionDetail } from './get-emission.ts'

interface Point {
  timestamp: number
  unlocked: number
  rawEmission: number
  burned: number
  forecast?: true
}

interface Detail {
  body: {
    documentedData: {
      data: { label: string; data: Point[] }[]
      tokenAllocation: Record<string, Record<string, number | null>>
    }
    metadata: Record<string, unknown>
    [member: string]: unknown
  }
  lastModified: string
}

const ALPHA = {
  name: "Alpha's Token",
  token: 'Arbitrum:0xA1',
  aggregatorId: 'alpha-coin',
  protocolIds: ['parent#alpha', '404', '2'],
  sources: ['https://example.org/alpha'],
  notes: ['Made up.'],
  sections: [
    {
      label: 'Team',
      category: 'insiders',
      unlocks: [
        { type: 'cliff', at: dayFromNow(-2), amount: 100 },
        { type: 'linear', from: dayFromNow(-2), to: dayFromNow(2), amount: 400 },
      ],
    },
    {
      label: 'Advisors',
      category: 'insiders',
      unlocks: [{ type: 'cliff', at: `${dayFromNow(1)}T06:00Z`, amount: 100 }],
    },
    { label: 'Rewards', category: 'farming', recorded: true, allocation: 80 },
    {
      label: 'Fees',
      category: 'noncirculating',
      burn: true,
      unlocks: [{ type: 'cliff', at: dayFromNow(0), amount: 7 }],
    },
  ],
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: 'parent#alpha', name: 'Alpha' }),
    protocolRow({
      id: '2',
      name: 'Alpha Lend',
      category: 'Lending',
      parent: 'parent#alpha',
      previousNames: ['Old Alpha'],
    }),
    protocolRow({ id: '3', name: 'Beta' }),
  ])
  await app.put(unlockSchedules, [
    scheduleRow('alpha-file', ALPHA),
    scheduleRow('silent', {
      name: 'Silent',
      token: 'unheard:0xd4',
      sections: [{ label: 'Rewards', category: 'farming', recorded: true }],
    }),
    scheduleRow('bad', {
      name: 'Bad',
      token: 'ethereum:0xe5',
      sections: [{ label: 'A', category: 'team', unlocks: [] }],
    }),
  ])
  await app.put(unlockRecords, recordRows('alpha-file', 'Rewards', { '-2': 20, '0': 60 }))
})

afterAll(() => app.stop())

async function detail(name: string): Promise<Detail> {
  const { status, body } = await app.get(`/api/emission/${name}`, { pro: true })
  expect({ name, status }).toEqual({ name, status: 200 })
  return body as Detail
}

describe('the chart', () => {
  test('default: a point for each day and section, from the first start to the last end', async () => {
    const { body } = await detail('alpha-coin')
    expect([...Value.Errors(emissionDetail, await detail('alpha-coin'))]).toEqual([])
    const point = (days: number, rawEmission: number, burned = 0) => ({
      timestamp: secFromNow(days),
      unlocked: rawEmission - burned,
      rawEmission,
      burned,
    })
    expect(body.documentedData.data).toEqual([
      // A cliff of 100 and 100 a day for four days.
      {
        label: 'Team',
        data: [point(-2, 100), point(-1, 200), point(0, 300), point(1, 400), point(2, 500)],
      },
      // At six in the morning of the first day after today: there at the midnight after it.
      {
        label: 'Advisors',
        data: [point(-2, 0), point(-1, 0), point(0, 0), point(1, 0), point(2, 100)],
      },
      // 20 a day: between the records as a line, after the last as a forecast, until the 80 are
      // reached.
      {
        label: 'Rewards',
        data: [
          point(-2, 20),
          point(-1, 40),
          point(0, 60),
          { ...point(1, 80), forecast: true },
          { ...point(2, 80), forecast: true },
        ],
      },
      {
        label: 'Fees',
        data: [point(-2, 0), point(-1, 0), point(0, 0, 7), point(1, 0, 7), point(2, 0, 7)],
      },
    ])
  })

  test('behavior: allocations of the coming midnight and of the end, burned tokens among them', async () => {
    // Now 400 and 80 of 480: 83.33 and 16.66%, the tenth that is left goes to the larger loss. In
    // the end 600 and 80 of 680: 88.23 and 11.76%.
    expect((await detail('alpha-coin')).body.documentedData.tokenAllocation).toEqual({
      current: { insiders: 83.3, farming: 16.7, noncirculating: 0 },
      final: { insiders: 88.2, farming: 11.8, noncirculating: 0 },
      progress: { insiders: 66.7, farming: 100, noncirculating: null },
    })
  })
})

describe('what it is called', () => {
  const names = {
    name: "Alpha's Token",
    aggregator_id: 'alpha-coin',
    serviceIds: ['parent#alpha', '2'],
    categories: { insiders: ['Team', 'Advisors'], farming: ['Rewards'], noncirculating: ['Fees'] },
    protocolCategory: null,
    chainName: 'Arbitrum',
    pId: 'parent#alpha',
  }

  test('behavior: in the metadata, where the contract has it, and beside them, where clients read it', async () => {
    const { body } = await detail('alpha-coin')
    expect(body.metadata).toEqual({
      notes: ['Made up.'],
      token: 'arbitrum:0xa1',
      sources: ['https://example.org/alpha'],
      protocolIds: ['parent#alpha', '404', '2'],
      // 500, 100 and 80; none was declared.
      total: 680,
      chain: 'arbitrum',
      ...names,
      events: [
        expect.objectContaining({
          timestamp: secFromNow(-2),
          unlockType: 'cliff',
          noOfTokens: [100],
        }),
        expect.objectContaining({
          timestamp: secFromNow(-2),
          unlockType: 'linear',
          noOfTokens: [0, 700],
          rateDurationDays: 4,
        }),
        expect.objectContaining({ timestamp: secFromNow(1) + 6 * 3_600, noOfTokens: [100] }),
        expect.objectContaining({ timestamp: secFromNow(2), noOfTokens: [700, 0] }),
      ],
      incompleteSections: [{ key: 'Rewards', allocation: 80, lastRecord: secFromNow(0) }],
    })
    expect(body).toMatchObject(names)
  })

  test('behavior: when it was last changed', async () => {
    expect((await detail('alpha-coin')).lastModified).toBe(new Date(NOW_SEC * 1000).toISOString())
  })

  test('behavior: of a schedule without a record only its names are known', async () => {
    const { body } = await detail('silent')
    expect(body.documentedData).toEqual({
      data: [{ label: 'Rewards', data: [] }],
      tokenAllocation: {
        current: { farming: null },
        final: { farming: null },
        progress: { farming: null },
      },
    })
    expect(body.metadata).toMatchObject({
      total: null,
      chain: null,
      chainName: null,
      aggregator_id: null,
      pId: null,
      protocolIds: [],
      serviceIds: [],
      incompleteSections: [],
    })
    expect([...Value.Errors(emissionBody, body)]).toEqual([])
  })
})

describe('finding it', () => {
  test.each([
    'alpha-coin',
    'ALPHA-COIN',
    'alphas-token',
    'alpha-file',
    'alpha',
    'alpha-lend',
    'parent%23alpha',
    '2',
    '404',
  ])('default: by %s', async (name) => {
    expect((await detail(name)).body.metadata.token).toBe('arbitrum:0xa1')
  })

  test('behavior: a protocol that was renamed is at its new path', async () => {
    const { status, headers } = await app.get('/api/emission/old-alpha', { pro: true })
    expect(status).toBe(308)
    expect(headers.location).toContain('alpha-lend')
  })

  test('behavior: the key may stand in the path', async () => {
    expect((await app.get(`/${TEST_KEY}/api/emission/alpha-coin`)).body).toEqual(
      await detail('alpha-coin'),
    )
  })

  test('behavior: clientShapes gives the body as text, with the same content', async () => {
    const { body } = await app.get('/api/emission/alpha-coin?clientShapes=true', { pro: true })
    const { body: text, lastModified } = body as { body: string; lastModified: string }
    expect(Value.Check(emissionDetail, body)).toBe(true)
    expect({ body: JSON.parse(text), lastModified }).toEqual(await detail('alpha-coin'))
  })

  test.each([
    ['an unknown name', 'alpha-con', ['alpha-coin']],
    ['a protocol without a schedule', 'beta', undefined],
    ['a name as long as a path may be', 'x'.repeat(1_000), undefined],
    ['a name with odd characters', '%7B%7D%00%27', undefined],
  ])('error: 404 for %s', async (_, name, suggestions) => {
    const { status, body } = await app.get(`/api/emission/${name}`, { pro: true })
    expect(status).toBe(404)
    expect(body).toMatchObject({
      error: 'not_found',
      ...(suggestions === undefined ? {} : { suggestions }),
    })
  })

  test('error: 404 that says what is wrong with an imported schedule', async () => {
    const { status, body } = await app.get('/api/emission/bad', { pro: true })
    expect(status).toBe(404)
    expect((body as { message: string }).message).toMatch(
      /^The schedule "bad" was imported but cannot be used: sections\.0\.category must be one of insiders, /,
    )
  })

  test('error: 400 when clientShapes is neither true nor false', async () => {
    expect(
      (await app.get('/api/emission/alpha-coin?clientShapes=maybe', { pro: true })).status,
    ).toBe(400)
  })
})

test('behavior: a corrected record changes the chart, and asOf gives it as it was', async () => {
  const later = { nowMs: () => NOW_SEC * 1000 + 1_000 }
  await commitRun(app.app.store, { source: 'test', clock: later, again: true }, async (stage) => {
    await stage.insertRows(unlockRecords, recordRows('alpha-file', 'Rewards', { '0': 50 }))
    return { accepted: 1, rejected: 0, held: 0 }
  })
  const rewards = ({ body }: Detail) =>
    body.documentedData.data[2]?.data.map(({ unlocked }) => unlocked)
  expect(rewards(await detail('alpha-coin'))).toEqual([20, 35, 50, 65, 80])
  expect(rewards(await detail(`alpha-coin?asOf=${NOW_SEC}`))).toEqual([20, 40, 60, 80, 80])
  expect((await detail('alpha-coin')).lastModified).toBe(
    new Date(NOW_SEC * 1000 + 1_000).toISOString(),
  )
})

import { expect, test } from 'vitest'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { dayFromNow, recordRows, scheduleRow } from '../emissions-for-tests.ts'
import { unlockRecords, unlockSchedules } from '../facts.ts'

test('default: points and allocations of a mirror are those of its origin', async () => {
  const { summary, differences, leaves, unknown } = await roundTrip({
    domains: ['unlocks'],
    own: async (app) => {
      await app.put(unlockSchedules, [
        scheduleRow('alpha', {
          name: 'Alpha',
          token: 'ethereum:0xa1',
          aggregatorId: 'alpha',
          total: 1_000,
          sources: ['https://example.org'],
          sections: [
            {
              label: 'Team',
              category: 'insiders',
              unlocks: [{ type: 'linear', from: dayFromNow(-10), to: dayFromNow(30), amount: 400 }],
            },
            { label: 'Rewards', category: 'farming', recorded: true },
          ],
        }),
      ])
      await app.put(unlockRecords, recordRows('alpha', 'Rewards', { '-9': 1, '-5': 9, '-2': 12 }))
    },
    paths: ['/api/emissions', '/api/emission/alpha'],
  })
  expect(summary).toMatchObject({ rejected: 0, held: 0, problems: [], unavailable: [] })
  expect(unknown).toEqual([])
  expect(leaves).toBeGreaterThan(300)
  // Events are announcements of rules, which the response does not have.
  expect(differences.filter((one) => !/events|nextEvent/.test(one))).toEqual([])
})

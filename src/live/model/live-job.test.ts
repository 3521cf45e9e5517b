import { expect, test } from 'vitest'
import type { LiveSource } from '../../sources/model/live-source.ts'
import { nothingSeen } from '../../sources/model/observations.ts'
import { groupJobs } from './live-job.ts'

function source(
  id: string,
  belongsTo: string,
  cadence = '7 * * * *',
  step: LiveSource['step'] = 'hour',
): LiveSource {
  return {
    id,
    belongsTo,
    chains: ['ethereum'],
    cadence,
    step,
    codeHash: 'a',
    methodology: 'Counts nothing.',
    methodologyVersion: 1,
    hasPast: true,
    collect: async () => ({ observations: nothingSeen(), blocks: [], roundTrips: 0 }),
  }
}

test('default: what belongs to the same protocol and is due at the same times is one job', () => {
  const jobs = groupJobs([
    source('reader:a-eth', '1'),
    source('reader:b', '2'),
    source('reader:a-base', '1'),
  ])
  expect(jobs.map(({ id, sources }) => [id, sources.map((one) => one.id)])).toEqual([
    ['live:1 hour 7 * * * *', ['reader:a-eth', 'reader:a-base']],
    ['reader:b', ['reader:b']],
  ])
})

test('behavior: another cadence is another job', () => {
  const jobs = groupJobs([source('reader:a', '1'), source('reader:a-daily', '1', '5 0 * * *')])
  expect(jobs.map(({ id }) => id)).toEqual(['reader:a', 'reader:a-daily'])
})

test('behavior: hours and days of one protocol that are due at the same times are two jobs with two names', () => {
  const sources = ['hour', 'hour', 'day', 'day'].map((step, index) =>
    source(`reader:${index}`, '1', '5 0 * * *', step as 'hour' | 'day'),
  )
  expect(groupJobs(sources).map(({ id }) => id)).toEqual([
    'live:1 hour 5 0 * * *',
    'live:1 day 5 0 * * *',
  ])
})

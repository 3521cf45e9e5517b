import type { Category } from '../../domains/unlocks/schedule.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { DEMO_DAYS } from '../demo-range.ts'
import { demoChance } from '../market/chance.ts'
import type { DemoProtocol } from '../market/protocols.ts'

export type DemoPlan = 'classic' | 'finished' | 'future' | 'recorded' | 'burning'

/** The first schedules have one plan each, so that every plan occurs. */
export const FIRST_PLANS: readonly DemoPlan[] = [
  'classic',
  'finished',
  'future',
  'recorded',
  'burning',
]
export const PLANS: readonly DemoPlan[] = [
  'classic',
  'classic',
  'classic',
  'finished',
  'future',
  'recorded',
  'burning',
]

interface DemoSection {
  label: string
  category: Category
  burn?: true
  recorded?: true
  allocation?: number
  unlocks?: object[]
}

/** The sections of a schedule, as a file of data/unlocks has them; they add up to `total`. */
export function demoSections(
  plan: DemoPlan,
  protocol: DemoProtocol,
  total: number,
  firstDaySec: number,
): DemoSection[] {
  const daysFromStart = (days: number) =>
    new Date((firstDaySec + Math.floor(days) * DAY_SEC) * 1000).toISOString().slice(0, 10)
  const chance = demoChance('launch', protocol.id)
  const rewards: Category = protocol.category.includes('Stak') ? 'staking' : 'farming'
  const part = (percent: number) => (total / 100) * percent
  switch (plan) {
    case 'classic':
      return classic(daysFromStart(500 * chance - 250), rewards, part)
    case 'finished':
      return finished(daysFromStart(150 * chance - 100), rewards, part)
    case 'future':
      return future(daysFromStart(0), daysFromStart(DEMO_DAYS + 20 + 250 * chance), rewards, part)
    case 'recorded':
      return [
        section('Airdrop', 'airdrop', cliff(daysFromStart(0), part(40))),
        section('Team', 'insiders', line(daysFromStart(365), '24 months', part(25))),
        { label: 'Rewards', category: rewards, recorded: true, allocation: part(35) },
      ]
    case 'burning':
      return [
        ...classic(daysFromStart(300 * chance - 200), rewards, part),
        {
          ...section('Fee burn', 'noncirculating', line(daysFromStart(100), '5 years', part(4))),
          burn: true,
        },
      ]
  }
}

type Part = (percent: number) => number

function classic(launch: string, rewards: Category, part: Part): DemoSection[] {
  return [
    section('Airdrop', 'airdrop', cliff(launch, part(10))),
    section(
      'Public sale',
      'publicSale',
      cliff(launch, part(5)),
      steps(launch, '1 month', 5, part(1)),
    ),
    section(
      'Team',
      'insiders',
      steps(launch, '12 months', 1, part(5)),
      line(launch, '48 months', part(13)),
    ),
    section('Investors', 'privateSale', steps(launch, '3 months', 8, part(1.5))),
    section('Rewards', rewards, {
      type: 'decay',
      from: launch,
      for: '4 years',
      every: '1 year',
      decreasePct: 30,
      amount: part(30),
    }),
    section('Treasury', 'noncirculating', line(launch, '60 months', part(15))),
    section('Market making', 'liquidity', cliff(launch, part(5))),
  ]
}

function finished(launch: string, rewards: Category, part: Part): DemoSection[] {
  return [
    section('Sale', 'publicSale', cliff(launch, part(30))),
    section('Team', 'insiders', line(launch, '12 months', part(20))),
    section('Rewards', rewards, line(launch, '18 months', part(50))),
  ]
}

function future(genesis: string, launch: string, rewards: Category, part: Part): DemoSection[] {
  return [
    section('Genesis', 'liquidity', cliff(genesis, part(40))),
    section('Second season', rewards, line(launch, '24 months', part(30))),
    section('Team', 'insiders', steps(launch, '6 months', 6, part(3))),
    section('Treasury', 'noncirculating', cliff(launch, part(12))),
  ]
}

function section(label: string, category: Category, ...unlocks: object[]): DemoSection {
  return { label, category, unlocks }
}

function cliff(at: string, amount: number) {
  return { type: 'cliff', at, amount }
}

function line(from: string, length: string, amount: number) {
  return { type: 'linear', from, for: length, amount }
}

function steps(from: string, every: string, count: number, amountPerStep: number) {
  return { type: 'step', from, every, steps: count, amountPerStep }
}

import { KilledStore } from '../../test/support/kill/killed-store.ts'
import { WORKS, type Work } from '../../test/support/kill/place.ts'
import { withFolder } from '../support/processes.ts'
import type { Report } from '../support/report.ts'
import { ANY_PROBLEM, Problems, Random, type TortureOptions, untilMs } from './part.ts'

/** A directory grows with every run, so that after some kills a new one is taken. */
const LIVES_PER_DIRECTORY = 48

/** SIGKILL at any time of every kind of work; after each the store is looked at. */
export async function tortureKills(report: Report, options: TortureOptions): Promise<void> {
  const { kills, lanes, seed } = options
  const problems = new Problems()
  const killed = new Map<Work, number>()
  const total = () => [...killed.values()].reduce((sum, one) => sum + one, 0)
  let [rounds, acknowledged, left] = [0, 0, 0]
  const startedMs = performance.now()
  const endMs = untilMs(startedMs, options)
  // Work that ends before its kill does not count.
  const isOver = () => total() >= kills || performance.now() >= endMs
  const round = async (folder: string) => {
    const random = new Random(seed * 100_000 + rounds++)
    const note = (work: Work, problem: string) => problems.note(problem, work)
    const store = new KilledStore(folder, note, () => random.next())
    for (let life = 0; life < LIVES_PER_DIRECTORY && !isOver(); life++) {
      const work = await store.work(WORKS[life % WORKS.length] ?? 'commit')
      if (work !== undefined) killed.set(work, (killed.get(work) ?? 0) + 1)
    }
    await store.work('look')
    acknowledged += store.acknowledged
    left += store.countLeft()
    console.log(`  … ${total()} kills, ${problems.count} problems`)
  }
  const lane = async () => {
    while (!isOver()) await withFolder(round)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  report.section('Torture: SIGKILL at any time')
  report.add('kills', `${total()} of ${kills} in ${seconds} s, ${lanes} at once, seed ${seed}`)
  report.add('during', [...killed].map(([work, times]) => `${work}: ${times}`).join(', '))
  report.add('pieces of work acknowledged in between', acknowledged.toLocaleString('en'))
  problems.write(report, {
    'acknowledged runs lost or changed': /acknowledged and is gone|instead of \d+$|undoes/,
    'rows, runs or undos that are visible and should not be': /_side has|visible|nobody/,
    'runs or stages left unfinished': /unfinished|stages left/,
    'backups that lost what was acknowledged': /backup|restored/,
    ...ANY_PROBLEM,
  })
  report.none('files left after an orderly end', left)
}

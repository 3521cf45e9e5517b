/** A process of `durability.test.ts`: spends for ever, and says how much a turn after spending. */
import { openAccounts } from './accounts.ts'

const [dataDir = '', text = ''] = process.argv.slice(2)
const clock = { nowMs: () => Date.parse('2026-03-10T12:00:00Z') }
const accounts = await openAccounts({
  url: undefined,
  dataDir,
  clock,
  defaults: { ratePerMinute: 1_000, creditsPerMonth: 1_000_000 },
})

function spendAndTell(): void {
  const found = accounts.findKey(text)
  if ('problem' in found) throw new Error(`The key is ${found.problem}`)
  for (let call = 0; call < 7; call++) accounts.spend(found.key)
  const { used } = accounts.usage(found.key)
  // Queued behind the write of this turn, as the next request is.
  setImmediate(() => {
    process.stdout.write(`${used}\n`)
    spendAndTell()
  })
}

spendAndTell()

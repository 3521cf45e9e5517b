import { useRequest } from '../../api/use-operation.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { grouped, inUnit } from '../../lib/numbers.ts'
import { dayText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { UNLOCKS, type Unlock, unlockOf } from './coin-unlock.ts'

/** What is to unlock of a coin's token; left out where no schedule is recorded. */
export function CoinUnlocks({ coin }: { coin: string }) {
  const { data } = useRequest(UNLOCKS)
  const unlock = unlockOf(data?.body ?? [], coin)
  if (unlock === undefined) return null
  const { name, protocolSlug, circSupply, totalLocked, maxSupply } = unlock
  return (
    <section className="block" aria-label="Unlocks">
      <header className="section-head">
        <h2>Unlocks</h2>
        <span className="note">{name}, in tokens</span>
        {protocolSlug !== null && (
          <div className="actions">
            <AppLink to={`/unlocks/${encodeURIComponent(protocolSlug)}`} className="action">
              Schedule
            </AppLink>
          </div>
        )}
      </header>
      <Facts
        lines={[
          ['Next', nextText(unlock)],
          ['Unlocked', tokensText(circSupply)],
          ['Locked', tokensText(totalLocked)],
          ['Supply in the end', tokensText(maxSupply)],
        ]}
      />
    </section>
  )
}

function nextText({ nextEvent }: Unlock): string {
  if (nextEvent === null) return 'none is left'
  const { date, toUnlock, proportion } = nextEvent
  const share = proportion === null ? '' : `, ${inUnit(proportion * 100, 1, 2)}% of the circulating`
  return `${dayText(date)}: ${grouped(toUnlock, 0)}${share}`
}

function tokensText(tokens: number | null): string | null {
  return tokens === null ? null : grouped(tokens, 0)
}

import { useOperation } from '../../api/use-operation.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { dayText } from '../../lib/times.ts'
import { type Schedule, unlockedAt } from './schedule.ts'

/** How much is out, and what comes next at the price of today. */
export function UnlockFigures({
  schedule,
  isLoading,
}: {
  schedule: Schedule['body'] | undefined
  isLoading: boolean
}) {
  const nowSec = Math.floor(Date.now() / 1000)
  const token = schedule?.metadata.token
  const asked = useOperation('getCurrentPrices', token === undefined ? null : { coins: token })
  const price = token === undefined ? null : (asked.data?.body.coins[token]?.price ?? null)
  const unlocked = schedule && unlockedAt(schedule.documentedData.data, nowSec)
  const total = schedule?.metadata.total ?? null
  const next = schedule?.metadata.events.find(
    ({ timestamp, unlockType }) => timestamp > nowSec && unlockType === 'cliff',
  )
  const tokens = next?.noOfTokens.at(-1)
  return (
    <FigureStrip
      items={[
        { name: 'Unlocked', value: unlocked, isLoading },
        {
          name: 'Unlocked, %',
          value: unlocked == null || !total ? null : (unlocked / total) * 100,
          isLoading,
        },
        {
          name: 'Next at once, tokens',
          value: tokens,
          isLoading,
          note: next === undefined ? '' : dayText(next.timestamp),
        },
        {
          name: 'Its value today',
          value: tokens === undefined || price === null ? null : tokens * price,
          sign: '$',
          isLoading: asked.isLoading,
          note: 'at the price of today',
        },
        { name: 'Price', value: price, sign: '$', isLoading: asked.isLoading },
      ]}
    />
  )
}

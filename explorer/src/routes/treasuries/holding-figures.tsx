import { useAnswer } from '../../api/use-answer.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { sumOf } from '../../lib/sum-of.ts'
import type { Holder } from './holder.ts'

/** What all of a list hold, added up. */
export function HoldingFigures({ path, operation }: { path: string; operation: string }) {
  const { data, isPending: isLoading } = useAnswer<readonly Holder[]>(path)
  const holders = data?.body ?? []
  const source = { operation, parameters: {} }
  const sum = (read: (holder: Holder) => number | null) => sumOf(holders.map(read))
  const items = [
    ['Without own tokens', sum(({ tvl }) => tvl)],
    ['Stablecoins', sum((holder) => holder.tokenBreakdowns.stablecoins)],
    ['Majors', sum((holder) => holder.tokenBreakdowns.majors)],
    ['Others', sum((holder) => holder.tokenBreakdowns.others)],
    ['Own tokens', sum((holder) => holder.tokenBreakdowns.ownTokens)],
  ] as const
  return (
    <FigureStrip
      items={items.map(([name, value]) => ({ name, value, sign: '$', isLoading, source }))}
    />
  )
}

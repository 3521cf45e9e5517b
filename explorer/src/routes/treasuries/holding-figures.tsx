import type { OperationId } from '../../api/operations.ts'
import type { ApiRequest } from '../../api/request.ts'
import { useRequest } from '../../api/use-operation.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import type { Source } from '../../blocks/figure/source.ts'
import { sumOf } from '../../lib/sum-of.ts'
import type { Holder } from './holder.ts'

/** What all of a list hold, added up. */
export function HoldingFigures({
  list,
  operation,
}: {
  list: ApiRequest<readonly Holder[]>
  operation: OperationId
}) {
  const { data, isPending: isLoading } = useRequest(list)
  const holders = data?.body ?? []
  const source: Source = { operation, parameters: {} }
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

import { useCallback } from 'react'
import { useDaysAgo, useOperation } from '../../api/request.ts'
import { type Column, column, MAIN, MAIN_SUM } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { shortText } from '../../lib/writing.ts'
import { type TokenRow, tokenRows } from './protocol-detail.ts'

const FLOW_DAYS = 7

/** What a protocol's value consists of, and what came and went in a week. */
export function ProtocolTokens({ slug, view }: { slug: string; view: TableView }) {
  const yesterday = useDaysAgo(1)
  const weekAgo = useDaysAgo(FLOW_DAYS)
  const asked = useOperation('getProtocol', {
    protocol: slug,
    fields: 'tokens,tokensInUsd',
    include: 'tokens',
    start: yesterday,
  })
  const isThere = asked.data?.body.tokensInUsd?.at(-1) !== undefined
  const flows = useOperation('getInflows', isThere ? { protocol: slug, timestamp: weekAgo } : null)
  const inflows = flows.data?.body
  const body = asked.data?.body
  const rowsOf = useCallback(
    () =>
      tokenRows(
        body?.tokens?.at(-1)?.tokens ?? {},
        body?.tokensInUsd?.at(-1)?.tokens ?? {},
        inflows,
      ),
    [body, inflows],
  )
  if (asked.error?.status === 404 || (asked.data !== undefined && !isThere)) return null
  return (
    <TableBlock<unknown, TokenRow>
      title="Tokens"
      // A flow that is still awaited must not look like one that is missing.
      asked={flows.isLoading ? flows : asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ symbol }) => symbol}
      note={(shown) =>
        inflows === undefined
          ? shown
          : `${shown}; net flow of ${FLOW_DAYS} days ${shortText(inflows.netflow, { sign: '$' })}`
      }
      hasTotals
    />
  )
}

const columns: readonly Column<TokenRow>[] = [
  column('text', 'token', 'Token', 'symbol', MAIN),
  column('usd', 'tvl', 'Value', 'valueUsd', MAIN_SUM),
  column('percent', 'share', 'Share', 'share', MAIN),
  column('count', 'amount', 'Tokens', 'amount', { decimals: 2 }),
  column('change', 'flow', 'Tokens in 7d', 'flow', {
    describe: 'Change of the token amount in 7 days, in percent, independent of prices',
  }),
]

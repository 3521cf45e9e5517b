import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/controls/button.tsx'
import { BoundsField, ChoiceField, SearchField } from '../../blocks/filters/fields.tsx'
import { NothingFits } from '../../blocks/filters/set-filters.tsx'
import { type Column, column, MAIN } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { names, tableKeys, text } from '../../lib/view-state.ts'
import { toSec } from '../../lib/writing.ts'
import { lineColumn } from '../../page/columns.tsx'
import { dropsOf } from '../../page/list-filters.ts'
import { PageHead, useView } from '../../page/page-head.tsx'
import { keyOf, nameOf } from '../../page/view-fields.tsx'
import {
  type CoinRow,
  confidenceBounds,
  confidenceFilter,
  hiddenText,
  isTrusted,
} from './coin-rows.ts'
import { useCoinRows } from './use-coin-rows.ts'

const keys = { q: text(), chain: names(), confidence: confidenceBounds(), ...tableKeys('-day') }

const MAX_ID = 26

/** Prices of the coins that are searched for, starred or large; those that gained first. */
export function Coins() {
  const view = useView(keys)
  const { q, chain, confidence } = view.state
  const { asked, rows } = useCoinRows(q)
  const chains = useMemo(() => [...new Set(rows.map((row) => row.chain))].sort(), [rows])
  const ofChain = useMemo(
    () => rows.filter((row) => chain.length === 0 || chain.includes(row.chain)),
    [rows, chain],
  )
  const trusted = useMemo(
    () => ofChain.filter((row) => isTrusted(row.confidence, confidence)),
    [ofChain, confidence],
  )
  const rowsOf = useCallback(() => trusted, [trusted])
  const filters = confidenceFilter(confidence)
  const hidden = asked.data === undefined ? null : ofChain.length - trusted.length
  return (
    <>
      <PageHead title="Coins" ignored={view.ignored} />
      <TableBlock
        title={q === '' ? 'Watched and largest' : 'Found'}
        asked={asked}
        view={view}
        columns={columns}
        rowsOf={rowsOf}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/coins/${encodeURIComponent(id)}`}
        lead={({ id, symbol }) => <Watch kind="coin" id={id} name={symbol ?? id} />}
        empty={
          ofChain.length === 0 ? (
            'No coins with a price found.'
          ) : (
            <NothingFits drops={dropsOf(ofChain, filters, () => true)} onDrop={view.set} />
          )
        }
        filters={
          <>
            <SearchField {...keyOf(view, 'q')} label="Name, symbol or address" />
            <ChoiceField
              {...nameOf(view, 'chain')}
              label="Chain"
              all="All chains"
              options={chains}
            />
            <BoundsField {...keyOf(view, 'confidence')} label="Confidence" />
            {filters.map(({ id, name, empty }) => (
              <Button look="chip" key={id} onClick={() => view.set({ [id]: empty })}>
                {name}
                {hiddenText(hidden)} ×
              </Button>
            ))}
          </>
        }
      />
    </>
  )
}

const columns: readonly Column<CoinRow>[] = [
  column('text', 'symbol', 'Coin', ({ symbol, id }) => symbol ?? id, MAIN),
  column('text', 'id', 'Id', 'id', {
    show: ({ id }) => <code title={id}>{id.length > MAX_ID ? `${id.slice(0, MAX_ID)}…` : id}</code>,
  }),
  column('price', 'price', 'Price', 'price', {
    isMain: true,
    source: ({ id }) => ({ operation: 'getCurrentPrices', parameters: { coins: id } }),
  }),
  column('change', 'hour', '1h', 'hour'),
  column('change', 'day', '24h', 'day', MAIN),
  column('change', 'week', '7d', 'week'),
  column('change', 'month', '30d', 'month'),
  lineColumn('30 days', ({ line }) => line),
  column('ratio', 'confidence', 'Confidence', 'confidence'),
  column('timestamp', 'at', 'Newest price', ({ timestamp }) => toSec(timestamp)),
]

import { useCallback, useMemo } from 'react'
import { BoundsField } from '../../blocks/filters/bounds-field.tsx'
import { ChoiceField } from '../../blocks/filters/choice-field.tsx'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import { Spark } from '../../blocks/spark/spark.tsx'
import { NothingFits } from '../../blocks/states/nothing-fits.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { toSec } from '../../lib/times.ts'
import { names, sorting, text } from '../../lib/view-state.ts'
import { dropsOf } from '../../page/list-filters.ts'
import { PageHead } from '../../page/page-head.tsx'
import { useView } from '../../page/use-view.ts'
import type { CoinRow } from './coin-rows.ts'
import { confidenceBounds, confidenceFilter, hiddenText, isTrusted } from './confidence-filter.ts'
import { useCoinRows } from './use-coin-rows.ts'

const keys = {
  q: text(),
  chain: names(),
  confidence: confidenceBounds(),
  cols: names(),
  sort: sorting('-day'),
}

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
            'No coin is called that, or none has a price.'
          ) : (
            <NothingFits drops={dropsOf(ofChain, filters, () => true)} onDrop={view.set} />
          )
        }
        filters={
          <>
            <SearchField
              label="Name, symbol or address"
              value={q}
              onChange={(value) => view.set({ q: value })}
            />
            <ChoiceField
              label="Chain"
              all="All chains"
              options={chains}
              value={chain[0] ?? ''}
              onChange={(value) => view.set({ chain: value === '' ? [] : [value] })}
            />
            <BoundsField
              label="Confidence"
              value={confidence}
              onChange={(value) => view.set({ confidence: value })}
            />
            {filters.map(({ id, name, empty }) => (
              <button
                key={id}
                type="button"
                className="chip"
                onClick={() => view.set({ [id]: empty })}
              >
                {name}
                {hiddenText(hidden)} ×
              </button>
            ))}
          </>
        }
      />
    </>
  )
}

const col = column<CoinRow>

const columns = [
  col('text', 'symbol', 'Coin', ({ symbol, id }) => symbol ?? id, { isMain: true }),
  col('text', 'id', 'Id', ({ id }) => id, {
    show: ({ id }) => <code title={id}>{id.length > MAX_ID ? `${id.slice(0, MAX_ID)}…` : id}</code>,
  }),
  col('price', 'price', 'Price', ({ price }) => price, {
    isMain: true,
    source: ({ id }) => ({ operation: 'getCurrentPrices', parameters: { coins: id } }),
  }),
  col('change', 'hour', '1h', ({ hour }) => hour),
  col('change', 'day', '24h', ({ day }) => day, { isMain: true }),
  col('change', 'week', '7d', ({ week }) => week),
  col('change', 'month', '30d', ({ month }) => month),
  col('text', 'line', '30 days', () => null, {
    isFixed: true,
    show: ({ line }) => <Spark values={line} />,
  }),
  col('ratio', 'confidence', 'Confidence', ({ confidence }) => confidence),
  col('moment', 'at', 'Newest price', ({ timestamp }) => toSec(timestamp)),
]

import { useAnswer } from '../../api/use-answer.ts'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { useWatched } from '../../blocks/watch/watched.ts'
import { toSec } from '../../lib/times.ts'
import { names, sorting, text } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { useView } from '../../page/use-view.ts'

const keys = { q: text(), cols: names(), sort: sorting('-price') }
const MAX_COINS = 100
/** Shown until something is searched or starred. */
const FIRST = ['bitcoin', 'ethereum', 'tether', 'usd-coin', 'binancecoin', 'solana'].map(
  (id) => `aggregator:${id}`,
)

interface Found {
  readonly hits: readonly { kind: string; id: string; name: string }[]
}

interface Coins {
  readonly coins: Readonly<Record<string, Price>>
}

interface Price {
  readonly symbol: string | null
  readonly price: number | null
  readonly timestamp: number | null
  readonly confidence: number | null
}

interface CoinRow extends Price {
  readonly id: string
}

/** Prices of the coins that are searched for or starred. */
export function Coins() {
  const view = useView(keys)
  const { q } = view.state
  const watched = useWatched().filter(({ kind }) => kind === 'coin')
  const found = useAnswer<Found>(q === '' ? null : '/meta/search', {
    q,
    kind: 'coin',
    limit: MAX_COINS,
  })
  const ids =
    q === ''
      ? [...new Set([...watched.map(({ id }) => id), ...FIRST])]
      : (found.data?.body.hits.map(({ id }) => id) ?? [])
  const asked = useAnswer<Coins>(
    ids.length === 0
      ? '/prices/current/none'
      : `/prices/current/${ids.map(encodeURIComponent).join(',')}`,
  )
  return (
    <>
      <PageHead title="Coins" ignored={view.ignored} />
      <TableBlock
        title={q === '' ? 'Watched and well known' : 'Found'}
        asked={asked}
        view={view}
        columns={columns}
        rowsOf={rowsOf}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/coins/${encodeURIComponent(id)}`}
        lead={({ id, symbol }) => <Watch kind="coin" id={id} name={symbol ?? id} />}
        empty="No coin is called that, or none has a price."
        filters={
          <SearchField
            label="Name, symbol or address"
            value={q}
            onChange={(value) => view.set({ q: value })}
          />
        }
      />
    </>
  )
}

const rowsOf = ({ coins }: Coins): readonly CoinRow[] =>
  Object.entries(coins).map(([id, price]) => ({ id, ...price }))

const columns = [
  column<CoinRow>('text', 'symbol', 'Coin', ({ symbol, id }) => symbol ?? id, { isMain: true }),
  column<CoinRow>('text', 'id', 'Id', ({ id }) => id),
  column<CoinRow>('price', 'price', 'Price', ({ price }) => price, { isMain: true }),
  column<CoinRow>('ratio', 'confidence', 'Confidence', ({ confidence }) => confidence),
  column<CoinRow>('moment', 'at', 'Newest price', ({ timestamp }) => toSec(timestamp)),
]

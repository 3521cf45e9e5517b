import { toLookupKey } from '../../../lib/slug.ts'
import { sql } from '../../../lib/sql.ts'
import {
  parseJson,
  readMembers,
  requireText,
  UnknownShape,
} from '../../../sources/mirror/read-value.ts'
import type { FetchSource } from '../../../sources/model/fetch-source.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import {
  AGGREGATOR,
  AGGREGATOR_SETTINGS,
  aggregatorLimits,
  keyHeaders,
  listMarkets,
  MARKETS_PER_PAGE,
} from '../../coins/public.ts'
import { CATEGORIES, narrativeMembers } from '../facts.ts'

/** Coins of each category on record; a category that has none is missing. */
type Plan = ReadonlyMap<string, ReadonlySet<string>>

interface Payload {
  pages: { category: string; label: string; body: unknown }[]
}

const LIST = '/coins/categories/list'

/** Which coins belong to a narrative category, by a market-data aggregator. */
export const aggregatorCategories: FetchSource<Plan, Payload> = {
  name: 'aggregator-categories',
  describe: 'Coins of the narrative categories from a market-data aggregator',
  methodology: `The ${MARKETS_PER_PAGE} largest coins of each category that the aggregator has under the same name. Those found at the first reading of a category count always, later ones from the day they are found. A coin is never taken out: import it with a toSec to end it.`,
  version: 1,
  terms:
    'Those of the aggregator you choose; most ask for a link and limit requests by the minute.',
  key: 'optional',
  settingsOf: AGGREGATOR,
  settings: AGGREGATOR_SETTINGS,
  facts: [narrativeMembers],
  step: 'day',
  cadence: '47 0 * * *',
  hasPast: false,
  limits: aggregatorLimits,
  plan: loadMembers,

  async extract(fetcher, { settings }) {
    const headers = keyHeaders(settings)
    const list = await fetcher.getWhole(`${settings.url}${LIST}`, { headers })
    const ids = readCategoryIds(parseJson(list.body, LIST))
    const pages: Payload['pages'] = []
    for (const category of CATEGORIES) {
      const id = ids.get(toLookupKey(category))
      if (id === undefined) continue
      const query = `vs_currency=usd&category=${encodeURIComponent(id)}&order=market_cap_desc&per_page=${MARKETS_PER_PAGE}&page=1`
      const fetched = await fetcher.get(`${settings.url}/coins/markets?${query}`, { headers })
      const label = `/coins/markets (category ${id})`
      if (fetched !== undefined)
        pages.push({ category, label, body: parseJson(fetched.body, label) })
    }
    return { pages }
  },

  transform({ pages }, { plan, fromSec }) {
    const rows = pages.flatMap(({ category, label, body }) => {
      const known = plan.get(category)
      return listMarkets(body, label)
        .filter(({ coin }) => !known?.has(coin))
        .map(({ coin }) => ({
          category,
          coin,
          fromSec: known === undefined ? null : fromSec,
          toSec: null,
        }))
    })
    return [{ fact: narrativeMembers, rows, onlyNew: true }]
  },
}

function readCategoryIds(body: unknown): Map<string, string> {
  if (!Array.isArray(body)) throw new UnknownShape(LIST, 'is not a list of categories')
  return new Map(
    body.map((item: unknown, index) => {
      const place = `${LIST}[${index}]`
      const { name, category_id: id } = readMembers(item, place)
      return [
        toLookupKey(requireText(name, `${place}.name`)),
        requireText(id, `${place}.category_id`),
      ]
    }),
  )
}

async function loadMembers(snapshot: Snapshot): Promise<Plan> {
  const rows = await snapshot.query<{ category: string; coins: string[] }>(
    sql`SELECT toString(category) AS category, groupArray(coin) AS coins FROM ${snapshot.current(narrativeMembers)} GROUP BY category`,
  )
  return new Map(rows.map(({ category, coins }) => [category, new Set(coins)]))
}

import Type from 'typebox'
import { invalidParameter } from '../../lib/errors.ts'
import { parseJsonList } from '../../lib/parse-json.ts'
import { type Parameter, quote, someOf, whole } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import { shape } from '../schemas.ts'
import { exampleHit, hitShape } from '../search/hit-shape.ts'
import { type HitPlace, listHits } from '../search/hits.ts'
import { SEARCH_KINDS } from '../searchable.ts'
import { WithHeaders } from '../with-headers.ts'

const cursor: Parameter<HitPlace | undefined> = {
  describe: 'Where to go on, from `Link` of the page before. Absent: the first page.',
  example: encodePlace({ sizeUsd: 1e30, name: '', kind: 'chain', id: '' }),
  schema: { type: 'string', maxLength: 2_000 },
  parse: (value, name) => (value === undefined || value === '' ? undefined : decode(value, name)),
}

export const getIndex = defineMetaRoute({
  id: 'meta.getIndex',
  summary: 'Everything that has a name',
  describe:
    'All that `/meta/search` finds, the largest first, in pages: `Link: rel="next"` leads to the next one. `path` holds the slug or address of each.',
  paths: { free: '/meta/index' },
  query: {
    kind: someOf(`Only these kinds, comma-separated: ${SEARCH_KINDS.join(', ')}.`, SEARCH_KINDS),
    limit: whole('Most entries to return.', { min: 1, max: 1_000, byDefault: 100, example: 100 }),
    cursor,
  },
  response: shape({ entries: Type.Array(hitShape, { description: 'The largest first' }) }),
  headers: { Link: 'URL of the next page, as `rel="next"`; absent on the last one.' },
  example: { entries: [exampleHit] },
  table: 'entries[]',
  reads: [],
  versionedByRun: true,
  cached: false,
  handler: async ({ query: { kind, limit, cursor: after } }, context, { searchables }) => {
    const wanted = searchables.filter((one) => kind.size === 0 || kind.has(one.kind))
    const { hits, hasMore } = await listHits(context, wanted, { after, limit })
    const entries = hits.map(({ distance: _, ...hit }) => hit)
    const last = hits.at(-1)
    if (!hasMore || last === undefined) return { entries }
    const query = new URLSearchParams({
      ...(kind.size === 0 ? {} : { kind: [...kind].join(',') }),
      limit: String(limit),
      cursor: encodePlace(last),
    })
    return new WithHeaders({ entries }, { Link: `<?${query}>; rel="next"` })
  },
})

function encodePlace({ sizeUsd, name, kind, id }: HitPlace): string {
  return Buffer.from(JSON.stringify([sizeUsd, name, kind, id])).toString('base64url')
}

function decode(text: string, parameter: string): HitPlace {
  const [sizeUsd, name, kind, id, ...others] = parseJsonList(
    Buffer.from(text, 'base64url').toString(),
  )
  const known = SEARCH_KINDS.find((one) => one === kind)
  const isSize = sizeUsd === null || typeof sizeUsd === 'number'
  const isPlace = isSize && typeof name === 'string' && typeof id === 'string'
  if (isPlace && known !== undefined && others.length === 0)
    return { sizeUsd, name, kind: known, id }
  throw invalidParameter(parameter, `is not one that this service gave, but ${quote(text)}.`)
}

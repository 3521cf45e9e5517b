import { invalidParameter } from '../../lib/errors.ts'
import type { Headers } from '../headers.ts'
import { type Cursor, listOf, writeCursor } from '../lists/cursor.ts'
import { pageOf } from '../lists/list.ts'
import { cutSeries } from '../lists/series.ts'
import type { RequestContext } from '../route.ts'
import type { Moment, PageMoment } from './moment.ts'
import { COMMON_QUERY, type ParsedRequest, TABLE_QUERY } from './parse-request.ts'

// A list is the same whatever page of it is asked for, and however long that is.
const OF_THE_PAGE = new Set(['limit', 'cursor'])

/** The moment of the page that a cursor leads to; a cursor of another list is refused. */
export function pageMomentOf(parsed: ParsedRequest): PageMoment | undefined {
  if (parsed.route.list === undefined) return undefined
  const cursor = parsed.query.cursor as Cursor | undefined
  if (cursor !== undefined && cursor.list !== listOfRequest(parsed))
    throw invalidParameter(
      'cursor',
      'belongs to another list, or to this one with other parameters. Ask without it for the first page.',
    )
  return cursor
}

/** The part of an answer that was asked for, and the link to what follows. */
export async function shapeAnswer(
  whole: unknown,
  parsed: ParsedRequest,
  { moment, context }: { moment: Moment; context: RequestContext },
): Promise<{ value: unknown; link: Headers }> {
  const { route, params, query } = parsed
  const cut = route.series === undefined ? whole : cutSeries(whole, route.series, { params, query })
  if (route.list === undefined) return { value: cut, link: [] }
  const { value, nextOffset } = await pageOf(cut, route.list, query, context)
  if (nextOffset === undefined) return { value, link: [] }
  const { run, nowSec } = moment
  const cursor = writeCursor({ list: listOfRequest(parsed), run, nowSec, offset: nextOffset })
  return { value, link: ['Link', `<?${queryOf(parsed, cursor)}>; rel="next"`] }
}

/**
 * The same parameters with a cursor: those that the route understands, since the answer is cached
 * for all who ask so. An address of a query alone shows no key of its path.
 */
function queryOf({ given, route }: ParsedRequest, cursor: string): string {
  const known = { ...route.query, ...COMMON_QUERY, ...TABLE_QUERY }
  const others = Object.entries(given).filter(
    ([name]) => name in known && name !== 'cursor' && name !== 'asOf',
  )
  return new URLSearchParams([...others, ['cursor', cursor]]).toString()
}

function listOfRequest({ route, root, params, query, common }: ParsedRequest): string {
  const parameters = Object.entries(query).filter(([name]) => !OF_THE_PAGE.has(name))
  return listOf([route.id, root, params, parameters, common.clientShapes])
}

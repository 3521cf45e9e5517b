import type { Cursor } from '../cursor.ts'
import type { Headers } from '../headers.ts'
import { pageOf } from '../lists/list.ts'
import { listOf, type PageStart, readPageStart, writePageStart } from '../lists/page-start.ts'
import { cutSeries } from '../lists/series.ts'
import type { RequestContext } from '../route.ts'
import { nextLink } from '../with-headers.ts'
import { COMMON_QUERY, type ParsedRequest, TABLE_QUERY } from './parse-request.ts'
import type { RequestTime } from './request-time.ts'

// A list is the same whatever page of it is requested, and however long that is.
const OF_THE_PAGE = new Set(['limit', 'cursor'])

/** Where the page that is requested begins; a cursor of another list is refused. */
export function pageStartOf(parsed: ParsedRequest): PageStart | undefined {
  if (parsed.route.list === undefined) return undefined
  return readPageStart(parsed.query.cursor as Cursor | undefined, listOfRequest(parsed))
}

/** The part of a response that was requested, and the link to what follows. */
export async function shapeResponse(
  whole: unknown,
  parsed: ParsedRequest,
  { requestTime, context }: { requestTime: RequestTime; context: RequestContext },
): Promise<{ value: unknown; link: Headers }> {
  const { route, params, query } = parsed
  const cut = route.series === undefined ? whole : cutSeries(whole, route.series, { params, query })
  if (route.list === undefined) return { value: cut, link: [] }
  const { value, nextOffset } = await pageOf(cut, route.list, query, context)
  if (nextOffset === undefined) return { value, link: [] }
  const { run, nowSec } = requestTime
  const cursor = writePageStart(listOfRequest(parsed), { run, nowSec, offset: nextOffset })
  return { value, link: ['Link', nextLink(understood(parsed), { cursor })] }
}

/** The parameters that the route understands: the response is cached for all who ask so. */
function understood({ given, route }: ParsedRequest): Record<string, string> {
  const known = { ...route.query, ...COMMON_QUERY, ...TABLE_QUERY }
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => name in known && name !== 'cursor' && name !== 'asOf'),
  )
}

function listOfRequest({ route, root, params, query, common }: ParsedRequest): string {
  const parameters = Object.entries(query).filter(([name]) => !OF_THE_PAGE.has(name))
  return listOf([route.id, root, params, parameters, common.clientShapes])
}

import { invalidParameter } from '../../lib/errors.ts'
import { oneOf, type Parameter } from '../parameters.ts'
import type { Route } from '../route.ts'
import { TABLE_FORMATS, type TableFormat } from '../table/formats.ts'

export type Format = 'json' | TableFormat

const JSON_TYPES = ['application/json', 'application/*', '*/*']
/** What `format` may be; a stream of Arrow is asked for by its type alone. */
const NAMES = ['json', 'csv', 'ndjson', 'arrow', 'parquet'] as const
const TABLE_TYPE = /csv|ndjson|arrow|parquet/i
const FORMATS = Object.entries(TABLE_FORMATS) as [TableFormat, { mediaType: string }][]

/** A parameter of every operation whose response has a table. */
export const formatParameter: Parameter<(typeof NAMES)[number] | undefined> = {
  ...oneOf(
    'Format of the response: JSON, or its rows as one flat table. Absent: what the Accept header asks for, else JSON.',
    NAMES,
    undefined,
  ),
  schema: { type: 'string', enum: NAMES, default: 'json' },
}

/** The format of a response: as named in the URL, or else as the client accepts it. */
export function formatOf(
  { table, id }: Pick<Route, 'table' | 'id'>,
  asked: Format | undefined,
  accept: string | undefined,
): Format {
  if (asked === undefined) return table === undefined ? 'json' : acceptedFormat(accept)
  if (asked !== 'json' && table === undefined)
    throw invalidParameter('format', `must be json: the response of ${id} is no list or series.`)
  return asked
}

/** Whether an Accept header names any format of tables: most do not, and need no parsing. */
export function namesTableFormat(accept: string | undefined): boolean {
  return accept !== undefined && TABLE_TYPE.test(accept)
}

/** The format liked best: wildcards mean JSON; of equals, one named outright, then JSON, wins. */
export function acceptedFormat(accept: string | undefined): Format {
  if (accept === undefined || !namesTableFormat(accept)) return 'json'
  const qualities = parseAccept(accept)
  const named = JSON_TYPES.find((type) => qualities.has(type))
  const jsonQuality = named === undefined ? 0 : (qualities.get(named) ?? 0)
  let best: Format = 'json'
  let bestQuality = named === 'application/json' ? jsonQuality : jsonQuality - Number.EPSILON
  for (const [format, { mediaType }] of FORMATS) {
    const quality = qualities.get(mediaType) ?? 0
    if (quality === 0 || quality <= bestQuality) continue
    best = format
    bestQuality = quality
  }
  return best
}

function parseAccept(accept: string): Map<string, number> {
  return new Map(
    accept.split(',').map((part) => {
      const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      const quality = weight === undefined ? 1 : Number(weight)
      return [type, quality >= 0 && quality <= 1 ? quality : 0]
    }),
  )
}

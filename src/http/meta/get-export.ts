import { EXPORT_FORMATS } from '../../runs/export.ts'
import { string } from '../described.ts'
import type { ExportRequest } from '../export/exports.ts'
import { oneOf, optionalStartTime, optionalUnixTime, text } from '../parameters.ts'
import { COMMON_QUERY } from '../responses/parse-request.ts'
import { defineMetaRoute } from '../route.ts'
import { getNamedFact, KEY_COLUMNS, keyColumns } from './fact-parameters.ts'

const query = {
  format: oneOf('Format of the file.', EXPORT_FORMATS, 'csv'),
  start: optionalStartTime('Earliest valid time, Unix seconds.'),
  end: optionalUnixTime('Latest valid time, Unix seconds.'),
  asOf: COMMON_QUERY.asOf,
}

export const getExport = defineMetaRoute({
  id: 'meta.getExport',
  summary: 'Rows of a fact as a file',
  describe:
    'The rows that are served, with their quality, as CSV, NDJSON or Parquet; `almanac import` reads it back unchanged. Columns of the key and a range of time narrow it. `Repr-Digest` is the SHA-256 of the file, as RFC 9530 writes it. One export is made at a time; others are asked to come again.',
  paths: { pro: '/meta/export/{fact}' },
  params: { fact: text('Name of a fact.', 'hacks') },
  query,
  otherQuery: KEY_COLUMNS,
  headers: {
    'Content-Disposition': 'Name to save the file under.',
    'Repr-Digest': 'SHA-256 of the file in base64: `sha-256=:…:`.',
    'X-As-Of-Run': 'Newest run that the rows know.',
  },
  response: string('The file'),
  example: 'id,atSec,name\n',
  reads: [],
  cached: false,
  kind: 'file',
  handler: async ({ params, query: asked, given }, { snapshot }, services) => {
    const fact = getNamedFact(services, params.fact)
    const { format, start, end } = asked
    const columns = keyColumns(fact, given, query)
    return {
      fact,
      format,
      snapshot,
      filter: { columns, fromSec: start, toSec: end },
      fileName: `${fact.name}-run-${snapshot.run}.${format}`,
    } satisfies ExportRequest
  },
})

import { TABLE_FORMATS } from '../../table/formats.ts'
import type { Guide } from './guide.ts'

export const formats: Guide = {
  id: 'formats',
  title: 'Formats',
  summary: 'JSON, and the same rows as CSV, NDJSON, Arrow or Parquet.',
  sections: [
    {
      text: 'Answers are JSON. Lists and series are also one flat table, by `format=` in the address or by the type in the `Accept` header. A wildcard means JSON, so a browser or a client that asks for nothing gets what it always got.',
      rows: {
        titles: ['Type', 'File', 'In the address'],
        rows: Object.entries(TABLE_FORMATS).map(([name, { mediaType, extension }]) => [
          `\`${mediaType}\``,
          `.${extension}`,
          name === 'arrow-stream' ? 'by `Accept` alone' : `\`format=${name}\``,
        ]),
      },
      example: { path: '/v2/chains?limit=3&format=csv' },
    },
    {
      title: 'In a notebook',
      text: '`pandas.read_csv`, `pandas.read_parquet`, Polars and DuckDB read these addresses as they are. Times are timestamps in Arrow and Parquet, elsewhere what JSON has.',
    },
    {
      title: 'Whole facts',
      text: '`/meta/export/{fact}` sends all rows of a fact, filtered by its key and as of a time, with their SHA-256. `/meta/datasets` lists the facts and their columns.',
      example: { path: '/meta/export/protocols?format=csv', needsKey: true },
    },
    {
      title: 'SQL',
      text: '`POST /sql` runs one `SELECT` over all facts, each a view: `<fact>` has the newest version of each row, `<fact>_versions` all of them.',
      example: {
        path: '/sql',
        needsKey: true,
        method: 'POST',
        body: '{"query": "SELECT chain, count() AS records FROM tvl GROUP BY chain ORDER BY records DESC LIMIT 5", "format": "csv"}',
      },
    },
    {
      title: 'Live',
      text: '`/meta/stream` sends commits, held and released readings and failing sources as Server-Sent Events.',
    },
  ],
}

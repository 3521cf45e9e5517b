import { Spark } from '../blocks/spark/spark.tsx'
import { type Column, column } from '../blocks/table/column.ts'
import { hostOf } from '../lib/host-of.ts'
import type { Value } from '../lib/series.ts'
import { ExternalLink } from './app-link.tsx'

type More<Row> = Parameters<typeof column<Row>>[4]

/** A line without axes, which is neither sorted nor exported. */
export function lineColumn<Row>(
  head: string,
  valuesOf: (row: Row) => readonly Value[],
): Column<Row> {
  return column('text', 'line', head, () => null, {
    isFixed: true,
    show: (row) => <Spark values={valuesOf(row)} />,
  })
}

/** How many chains; their names where it is pointed at. */
export function chainsColumn<Row extends { readonly chains: readonly string[] }>(): Column<Row> {
  return column('names', 'chains', 'Chains', ({ chains }) => chains, {
    show: ({ chains }) => <span title={chains.join(', ')}>{chains.length}</span>,
  })
}

/** A text that leads out of the explorer where its URL is known. */
export function outwardColumn<Row>(
  id: string,
  head: string,
  of: (row: Row) => readonly [text: string | null, url: string | null | undefined],
  more: More<Row> = {},
): Column<Row> {
  const show = (row: Row) => {
    const [text, url] = of(row)
    return <ExternalLink href={url}>{text ?? '—'}</ExternalLink>
  }
  return column('text', id, head, (row) => of(row)[0], { show, ...more })
}

/** Where a record was published. */
export function sourceColumn<Row extends { readonly source: string | null }>(): Column<Row> {
  return column('text', 'source', 'Source', ({ source }) => source, {
    show: ({ source }) => <ExternalLink href={source}>{hostOf(source)}</ExternalLink>,
  })
}

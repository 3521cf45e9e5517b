import { useCallback } from 'react'
import type { Body } from '../../api/answers.ts'
import { useOperation } from '../../api/use-operation.ts'
import { ChoiceField } from '../../blocks/filters/choice-field.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { toSec } from '../../lib/times.ts'
import { OutwardLink } from '../../page/outward-link.tsx'
import type { CompanyProps } from './company-keys.ts'

type Filing = Body<'listEquityFilings'>[number]

/** What a company filed, newest first. */
export function CompanyFilings({ query, view }: CompanyProps) {
  const asked = useOperation('listEquityFilings', query)
  const [form = ''] = view.state.form
  const forms = [...new Set((asked.data?.body ?? []).map((filing) => filing.form))].sort()
  const rowsOf = useCallback(
    (filings: readonly Filing[]) =>
      form === '' ? filings : filings.filter((filing) => filing.form === form),
    [form],
  )
  return (
    <TableBlock
      title="Filings"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={(row) => `${row.filingDate} ${row.form} ${row.primaryDocumentUrl}`}
      empty="No filing is stored."
      filters={
        <ChoiceField
          label="Form"
          all="All forms"
          options={forms}
          value={form}
          onChange={(next) => view.set({ form: next === '' ? [] : [next] })}
        />
      }
    />
  )
}

const columns = [
  column<Filing>('text', 'form', 'Form', ({ form }) => form, { isMain: true }),
  column<Filing>('day', 'date', 'Filed', ({ filingDate }) => toSec(filingDate), { isMain: true }),
  column<Filing>('day', 'report', 'Period', ({ reportDate }) => toSec(reportDate)),
  column<Filing>('text', 'what', 'Document', (row) => row.documentDescription, {
    isMain: true,
    show: ({ primaryDocumentUrl, documentDescription, form }) => (
      <OutwardLink href={primaryDocumentUrl}>{documentDescription ?? form}</OutwardLink>
    ),
  }),
]

import type { ReactNode } from 'react'
import type { Body } from '../../api/answers.ts'
import { useOperation } from '../../api/use-operation.ts'
import { ExportActions } from '../../blocks/export/export-actions.tsx'
import { Block } from '../../blocks/states/block.tsx'
import type { ExportRows } from '../../lib/export-rows.ts'
import { inUnit } from '../../lib/numbers.ts'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import { isOpenQuarter } from './quarters.ts'

const LINES = [
  'Gross Protocol Revenue',
  'Cost Of Revenue',
  'Gross Profit',
  'Incentives',
  'Earnings',
  'Token Holder Net Income',
] as const
const SUMS: ReadonlySet<string> = new Set(['Gross Profit', 'Earnings'])
const MAX_QUARTERS = 8

type Lines = Body<'getFinancialStatement'>['aggregates']['quarterly'][string]
type Line = Lines['Earnings']

/** Quarters of a protocol's income, newest at the right; left out where nothing is recorded. */
export function IncomeStatement({ slug }: { slug: string }) {
  const asked = useOperation('getFinancialStatement', { protocol: slug })
  const today = useDaysAgo(0)
  if (asked.error?.status === 404) return null
  return (
    <Block
      title="Income"
      note="$M a quarter; a quarter that is not over is set in italics"
      asked={asked}
      shape={{ rows: 6 }}
      actions={
        <ExportActions
          name={`Income of ${slug}`}
          rows={() => exportOf(asked.data?.body)}
          address={asked.data?.address}
        />
      }
    >
      {({ aggregates: { quarterly } }) => {
        const quarters = Object.entries(quarterly).slice(-MAX_QUARTERS)
        const set = (name: string, text: ReactNode) =>
          isOpenQuarter(name, today) ? <em>{text}</em> : text
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
          <section className="table-scroll sideways" aria-label="Income by quarter" tabIndex={0}>
            <table className="data statement" aria-label="Income by quarter">
              <thead>
                <tr>
                  <th scope="col" className="left">
                    Line
                  </th>
                  {quarters.map(([name]) => (
                    <th key={name} scope="col">
                      {set(name, name)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {LINES.map((line) => (
                  <tr key={line} className={SUMS.has(line) ? 'sum' : undefined}>
                    <th scope="row" className="left">
                      {line}
                    </th>
                    {quarters.map(([name, lines]) => (
                      <td key={name} title={whatIsMissing(lines[line])}>
                        {set(name, inUnit(lines[line].value, 1e6, 2))}
                        {isPart(lines[line]) && '*'}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="dim">* without what is not known</p>
          </section>
        )
      }}
    </Block>
  )
}

/** Every quarter on file in dollars, a line each. */
function exportOf(body: Body<'getFinancialStatement'> | undefined): ExportRows {
  const quarters = Object.entries(body?.aggregates.quarterly ?? {})
  return {
    head: ['Line', ...quarters.map(([name]) => `${name} (USD)`)],
    rows: LINES.map((line) => [line, ...quarters.map(([, lines]) => lines[line].value)]),
  }
}

function isPart({ missing }: Line): boolean {
  return missing !== undefined && missing.length > 0
}

function whatIsMissing({ missing }: Line): string | undefined {
  return missing === undefined ? undefined : `Not known: ${missing.join(', ')}`
}

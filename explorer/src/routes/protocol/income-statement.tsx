import { type Body, useDaysAgo, useOperation } from '../../api/request.ts'
import { Block } from '../../blocks/states/block.tsx'
import { Sheet } from '../../blocks/table/plain-table.tsx'
import type { ExportRows } from '../../lib/csv.ts'
import { inUnit } from '../../lib/writing.ts'
import { isOpenQuarter } from './protocol-detail.ts'

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
  if (asked.error?.status === 404) return null
  return (
    <Block
      title="Income"
      note="$M per quarter; the current quarter in italics"
      asked={asked}
      shape={{ rows: 6 }}
      exports={{ name: `Income of ${slug}`, rows: () => exportOf(asked.data?.body) }}
    >
      {({ aggregates: { quarterly } }) => (
        <Quarters quarters={Object.entries(quarterly).slice(-MAX_QUARTERS)} />
      )}
    </Block>
  )
}

function Quarters({ quarters }: { quarters: readonly (readonly [name: string, lines: Lines])[] }) {
  const today = useDaysAgo(0)
  const set = (name: string, text: string) => (isOpenQuarter(name, today) ? <em>{text}</em> : text)
  return (
    <>
      <Sheet
        label="Income by quarter"
        className="statement"
        corner="Line"
        heads={quarters.map(([name]) => [name, set(name, name)])}
        rows={LINES.map((line) => ({
          key: line,
          head: line,
          className: SUMS.has(line) ? 'sum' : undefined,
          cells: quarters.map(([name, lines]) => (
            <td key={name} title={whatIsMissing(lines[line])}>
              {set(name, inUnit(lines[line].value, 1e6, 2))}
              {isPart(lines[line]) && '*'}
            </td>
          )),
        }))}
      />
      <p className="dim">* excludes unknown parts</p>
    </>
  )
}

/** Every stored quarter in dollars, a line each. */
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

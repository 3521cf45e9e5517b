import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LINES } from '../../src/domains/equities/derive/statements/statement-lines.ts'

const TAGS = 340
const QUARTERS = 18
// Stands in the text for the number of the company until it is known.
const ANY_COMPANY = '7777777777'

/**
 * Files as the regulator publishes them, of about two megabytes each; returns their size together.
 */
export function writeCompanyFacts(folder: string, count: number): number {
  mkdirSync(folder, { recursive: true })
  const facts = companyFactsText()
  let bytes = 0
  for (let file = 1; file <= count; file++) {
    const text = `{"cik":${file},"entityName":"COMPANY ${file}","facts":${facts.replaceAll(ANY_COMPANY, String(file).padStart(10, '0'))}}`
    writeFileSync(join(folder, `CIK${String(file).padStart(10, '0')}.json`), text)
    bytes += text.length
  }
  return bytes
}

/**
 * The figures of a file: every quarter in the report of its own year and again in that of the next,
 * flows with a start and balances without.
 */
function companyFactsText(): string {
  const known = Object.values(LINES).flatMap(({ kind, tags }) =>
    tags
      .filter((tag) => tag.startsWith('us-gaap:'))
      .map((tag) => ({ name: tag.slice('us-gaap:'.length), isBalance: kind === 'balance' })),
  )
  const others = Array.from({ length: TAGS - known.length }, (_, index) => ({
    name: `SomethingElseThatCompaniesReportNumber${index}`,
    isBalance: index % 2 === 0,
  }))
  const concepts = [...known, ...others]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, isBalance }) => [
      name,
      {
        label: `Label of ${name}`,
        description: 'A sentence or two that say what the figure is. '.repeat(4),
        units: {
          USD: Array.from({ length: QUARTERS * 2 }, (_, index) => entryOf(index, isBalance)),
        },
      },
    ])
  return JSON.stringify({ 'us-gaap': Object.fromEntries(concepts) })
}

function entryOf(index: number, isBalance: boolean): object {
  const [place, again] = [Math.floor(index / 2), index % 2]
  const [year, quarter] = [2019 + Math.floor(place / 4), place % 4]
  const iso = (month: number, day: number) =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  const filedYear = String((year + again) % 100).padStart(2, '0')
  return {
    ...(isBalance ? {} : { start: iso(quarter * 3, 1) }),
    end: iso(quarter * 3 + 3, 0),
    // The number of the company ends the figure, so that each has its own.
    val: (place + 1) * 1e11 + Number(ANY_COMPANY),
    accn: `${ANY_COMPANY}-${filedYear}-${String(quarter + 1).padStart(6, '0')}`,
    fy: year + again,
    fp: quarter === 3 ? 'FY' : `Q${quarter + 1}`,
    form: quarter === 3 ? '10-K' : '10-Q',
    filed: `${year + again + (quarter === 3 ? 1 : 0)}-${quarter === 3 ? '02' : String(quarter * 3 + 5).padStart(2, '0')}-10`,
    ...(again === 1 ? { frame: `CY${year}Q${quarter + 1}` } : {}),
  }
}

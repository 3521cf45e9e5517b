import type { ResponseSummary } from '../runs/import/import-response.ts'
import type { ImportSummary } from '../runs/import/import-summary.ts'
import { formatCount, formatSeconds } from './progress.ts'

const MAX_PROBLEMS = 5

/** What an import did, or would do, in lines for a person. */
export function summaryLines(fact: string, summary: ImportSummary): string[] {
  const { preview, rejectsFile, ignoredColumns } = summary
  return [
    ...(preview === undefined ? [] : previewLines(fact, preview)),
    ...countLines(fact, summary),
    ...caughtLines(summary),
    ...(rejectsFile === undefined ? [] : [`rejected rows and reasons: ${rejectsFile}`]),
    ...(ignoredColumns.length === 0 ? [] : [`ignored columns: ${ignoredColumns.join(', ')}`]),
    ...(preview === undefined ? [] : ['dry run: nothing was written']),
  ]
}

/** What saved responses brought, fact by fact. */
export function responseLines({ operation, facts, problems }: ResponseSummary): string[] {
  return [
    `${operation} carries ${facts.map(({ fact }) => fact).join(', ')}`,
    ...facts.flatMap(({ fact, summary }) =>
      summary === null ? [`${fact}: nothing new`] : summaryLines(fact, summary),
    ),
    ...problems.slice(0, MAX_PROBLEMS).map((problem) => `not read: ${problem}`),
    ...(problems.length > MAX_PROBLEMS
      ? [`and ${formatCount(problems.length - MAX_PROBLEMS)} more parts that were not read`]
      : []),
  ]
}

function countLines(fact: string, summary: ImportSummary): string[] {
  const { accepted, rejected, held, seconds, preview } = summary
  if (summary.alreadyKnown) {
    const at = new Date(summary.committedAtMs).toISOString()
    return [
      `already imported as run ${summary.run} on ${at}; nothing ${preview === undefined ? 'changed' : 'would change'} (--again records it anew)`,
      ...(rejected > 0 ? [`${formatCount(rejected)} rejected`] : []),
    ]
  }
  const counts = `${formatCount(accepted)} accepted, ${formatCount(rejected)} rejected, ${formatCount(held)} held`
  if (preview !== undefined) return [`${fact}: ${counts}`]
  const speed = seconds > 0 ? `, ${formatCount((accepted + held + rejected) / seconds)} rows/s` : ''
  return [`${fact}: ${counts} (run ${summary.run}, ${formatSeconds(seconds)}${speed})`]
}

function caughtLines({ caught, preview }: ImportSummary): string[] {
  if (caught === undefined || caught.holds + caught.flags === 0) return []
  const { holds, flags, first } = caught
  const verb = preview === undefined ? 'hold' : 'would hold'
  const served =
    flags === 0 ? '' : ` and ${preview === undefined ? 'flag' : 'would flag'} ${formatCount(flags)}`
  const next = preview === undefined ? 'almanac quality lists them; ' : ''
  return [
    `guards ${verb} ${formatCount(holds)} reading${holds === 1 ? '' : 's'}${served} (${next}--trusted imports without guards)`,
    ...first.map(
      ({ series, atSec, guard, reason }) =>
        `  ${Object.values(JSON.parse(series) as Record<string, string>).join(' ')} at ${new Date(atSec * 1000).toISOString()}: ${guard}: ${reason}`,
    ),
    ...(holds > first.length ? [`  and ${formatCount(holds - first.length)} more`] : []),
  ]
}

function previewLines(fact: string, preview: NonNullable<ImportSummary['preview']>): string[] {
  return [
    `the first rows of ${fact} as they would be stored:`,
    ...preview.rows.map((row) => `  ${JSON.stringify(row)}`),
    ...(preview.rejects.length === 0 ? [] : ['the first rejected rows:']),
    ...preview.rejects.map(({ place, reason }) => `  ${place}: ${reason}`),
  ]
}

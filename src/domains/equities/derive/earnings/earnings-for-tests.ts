import type { EarningsFiling } from './earnings-filing.ts'

/**
 * A filing accepted at a time; an 8-K is a release, a periodic form needs the end of its period.
 */
export function earningsFiling(
  form: string,
  accepted: string,
  more: Partial<EarningsFiling> = {},
): EarningsFiling {
  return {
    accession: `${form} ${accepted}`,
    form,
    items: form === '8-K' ? '2.02,9.01' : null,
    filingDate: accepted.slice(0, 10),
    reportDate: null,
    acceptedSec: Date.parse(accepted) / 1000,
    description: null,
    recordedSec: 5_000,
    ...more,
  }
}

/** The release and the report of a quarter: `[end, released, filed]`. */
export function reportedQuarter(
  end: string,
  released: string | undefined,
  filed: string,
  form = '10-Q',
): EarningsFiling[] {
  const release = released === undefined ? [] : [earningsFiling('8-K', released)]
  return [...release, earningsFiling(form, filed, { reportDate: end })]
}

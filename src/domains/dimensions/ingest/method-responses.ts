import {
  type Members,
  readOptionalMembers,
  readText,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import { type CarriedFact, type FactRows, rowsOf } from '../../../sources/mirror/response.ts'
import { dimensionMethods } from '../facts.ts'
import { getMetric } from '../metrics.ts'

export const methodsCarried: CarriedFact = {
  fact: dimensionMethods,
  refill: 'whole',
  note: 'Words that are the usual ones of a metric are not stored.',
  scope: ['metric', 'protocol', 'dataType'],
}

/** How figures are counted, as overviews and summaries say it. */
export function methodRows(items: readonly Members[], metricName: string): FactRows {
  const metric = getMetric(metricName)
  const rows = items.flatMap((item) => {
    const id = readText(item.id ?? item.serviceId, 'id')
    if (id === null) return []
    const url = readText(item.methodologyURL, 'methodologyURL')
    // Some services have one text for all kinds of figures.
    const whole = typeof item.methodology === 'string' ? {} : item.methodology
    const texts = readOptionalMembers(whole, 'methodology')
    const ofLabels = readOptionalMembers(item.breakdownMethodology, 'breakdownMethodology')
    return metric.dataTypes.flatMap(({ name: dataType, title, methodology: usual }) => {
      const row = { metric: metricName, protocol: id, dataType }
      const text = readText(texts[title], `methodology.${title}`)
      const labels = readOptionalMembers(ofLabels[title], `breakdownMethodology.${title}`)
      return [
        ...(text === null || (text === usual && url === null)
          ? []
          : [{ ...row, label: '', methodology: text, url }]),
        ...Object.entries(labels).map(([label, words]) => ({
          ...row,
          label,
          methodology: requireText(words, `breakdownMethodology.${title}.${label}`),
          url: null,
        })),
      ]
    })
  })
  return rowsOf(dimensionMethods, rows)
}

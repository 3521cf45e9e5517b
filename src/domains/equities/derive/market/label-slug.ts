/** What companies without a sector or an industry are grouped as (decision 53). */
export const UNKNOWN = 'Unknown'

/**
 * Slug of a sector or an industry: lower case, `&` is "and", everything else that is no letter or
 * digit one dash.
 */
export function labelSlug(label: string): string {
  return label
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Whether a text means a label: by its slug or the label itself, in any case (decision 54). */
export function meansLabel(text: string, label: string): boolean {
  return labelSlug(text) === labelSlug(label)
}

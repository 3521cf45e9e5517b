/** Lower case, spaces to dashes, no apostrophes; other signs stay (registry.md#slugs). */
export function toSlug(name: string): string {
  return name.toLowerCase().replaceAll(/['’]/g, '').trim().replaceAll(/\s+/g, '-')
}

/** Slug of a category: the same, without commas and parentheses (registry.md#slugs). */
export function toCategorySlug(name: string): string {
  return toSlug(name).replaceAll(/[,()]/g, '')
}

/** One spelling for all that a person may write for a chain (registry.md#chain-names). */
export function toLookupKey(text: string): string {
  return /[a-z]/i.test(text) ? text.toLowerCase().replaceAll(/[\s_-]+/g, '') : text.trim()
}

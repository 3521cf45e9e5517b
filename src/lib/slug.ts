/**
 * Slug of a protocol or token (registry.md#slugs): lower case, spaces to dashes, apostrophes
 * dropped; other signs stay.
 */
export function toSlug(name: string): string {
  return name.toLowerCase().replaceAll(/['’]/g, '').trim().replaceAll(/\s+/g, '-')
}

/** Slug of a category: the same, without commas and parentheses (registry.md#slugs). */
export function toCategorySlug(name: string): string {
  return toSlug(name).replaceAll(/[,()]/g, '')
}

/**
 * One spelling for everything a person may write for a chain: case, spaces and dashes do not matter
 * (registry.md#chain-names), except in a number.
 */
export function toLookupKey(text: string): string {
  return /[a-z]/i.test(text) ? text.toLowerCase().replaceAll(/[\s_-]+/g, '') : text.trim()
}

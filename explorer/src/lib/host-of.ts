/** The host of a URL, for a short link; other texts stay as they are. */
export function hostOf(url: string | null | undefined): string {
  if (url == null || url === '') return '—'
  return URL.parse(url)?.host || url
}

/** The host of an address, for a short link; other texts stay as they are. */
export function hostOf(address: string | null | undefined): string {
  if (address == null || address === '') return '—'
  return URL.parse(address)?.host || address
}

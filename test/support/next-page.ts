/** The address that a `Link: rel="next"` names, on the address that gave it. */
export function nextPage(link: unknown, address: string): string | undefined {
  const query = /^<(\?.*)>; rel="next"$/.exec(String(link ?? ''))?.[1]
  return query === undefined ? undefined : address + query
}

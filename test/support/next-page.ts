/** The path that a `Link: rel="next"` names, on the path that gave it. */
export function nextPage(link: unknown, path: string): string | undefined {
  const query = /^<(\?.*)>; rel="next"$/.exec(String(link ?? ''))?.[1]
  return query === undefined ? undefined : path + query
}

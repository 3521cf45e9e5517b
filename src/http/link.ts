/** The header that names the next page: the same address with other parameters. */
export function nextLink(
  path: string,
  given: Readonly<Record<string, string>>,
  changed: Readonly<Record<string, string>>,
): Record<string, string> {
  const query = new URLSearchParams({ ...given, ...changed })
  return { Link: `<${path}?${query}>; rel="next"` }
}

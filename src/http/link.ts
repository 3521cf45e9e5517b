/** The header that names the next page. An address of a query alone shows no key of its path. */
export function nextLink(
  given: Readonly<Record<string, string>>,
  changed: Readonly<Record<string, string>>,
): { Link: string } {
  return { Link: `<?${new URLSearchParams({ ...given, ...changed })}>; rel="next"` }
}

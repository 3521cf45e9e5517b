/** A handler's value with headers of its own, such as how many rows a limit cut off. */
export class WithHeaders {
  readonly value: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(value: unknown, headers: Readonly<Record<string, string>>) {
    this.value = value
    this.headers = headers
  }
}

/** A handler's value apart from its headers, which are a flat list of names and values. */
export function splitHeaders(value: unknown): { value: unknown; headers: readonly string[] } {
  if (!(value instanceof WithHeaders)) return { value, headers: [] }
  return { value: value.value, headers: Object.entries(value.headers).flat() }
}

type Query = Readonly<Record<string, string>>

/** A value with the header that names its next page. */
export function withNextPage(value: unknown, given: Query, changed: Query): WithHeaders {
  return new WithHeaders(value, { Link: nextLink(given, changed) })
}

/** The same request with other parameters. A URL of a query alone shows no key of its path. */
export function nextLink(given: Query, changed: Query): string {
  return `<?${new URLSearchParams({ ...given, ...changed })}>; rel="next"`
}

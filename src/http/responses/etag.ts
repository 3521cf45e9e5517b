import { hash } from 'node:crypto'

const TAG_LENGTH = 22

/** The tag of a response: the version of its data and the request it answers. */
export function etagOf(version: string, key: string): string {
  return hash('sha256', `${version} ${key}`, 'base64url').slice(0, TAG_LENGTH)
}

/** The tag of an If-None-Match that names this response, in any encoding it was sent in. */
export function matchingTag(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  if (ifNoneMatch === `"${etag}"`) return etag
  const tags = ifNoneMatch
    .split(',')
    .map((part) => part.trim().replace(/^W\//, '').replaceAll('"', ''))
  return tags.find((tag) => tag === etag || tag === `${etag}-gzip` || tag === `${etag}-br`)
}

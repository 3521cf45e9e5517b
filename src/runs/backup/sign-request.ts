import { createHmac, hash } from 'node:crypto'

export interface SigningKey {
  readonly id: string
  readonly secret: string
  readonly region: string
}

export interface UnsignedRequest {
  readonly method: string
  readonly url: URL
  /** SHA-256 of the body, in hex. */
  readonly bodySha256: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const SIGNED_HEADERS = ['host', 'x-amz-content-sha256', 'x-amz-date']

/** Headers that prove to an object store who asks (signature version 4), without `host`. */
export function signRequest(
  { method, url, bodySha256 }: UnsignedRequest,
  { id, secret, region }: SigningKey,
  nowMs: number,
): Record<string, string> {
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const values = [url.host, bodySha256, time]
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...SIGNED_HEADERS.map((name, index) => `${name}:${values[index]}`),
    '',
    SIGNED_HEADERS.join(';'),
    bodySha256,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = [ALGORITHM, time, scope, hash('sha256', canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (derived, part) => createHmac('sha256', derived).update(part).digest(),
    `AWS4${secret}`,
  )
  const signature = createHmac('sha256', key).update(text).digest('hex')
  return {
    'x-amz-content-sha256': bodySha256,
    'x-amz-date': time,
    authorization: `${ALGORITHM} Credential=${id}/${scope}, SignedHeaders=${SIGNED_HEADERS.join(';')}, Signature=${signature}`,
  }
}

/** Sorted, and each part escaped as the signature wants it. */
function canonicalQuery({ searchParams }: URL): string {
  return [...searchParams]
    .map((pair) => pair.map(escapePart).join('='))
    .sort()
    .join('&')
}

/** Everything but letters, digits and `-._~` is escaped. */
export function escapePart(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

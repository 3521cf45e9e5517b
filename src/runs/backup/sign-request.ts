import { AwsV4Signer } from 'aws4fetch'

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

/** Headers that authenticate a request to an object store (signature version 4). */
export async function signRequest(
  { method, url, bodySha256 }: UnsignedRequest,
  { id, secret, region }: SigningKey,
  nowMs: number,
): Promise<Headers> {
  const signer = new AwsV4Signer({
    ...{ method, url: url.href, service: 's3', region },
    ...{ accessKeyId: id, secretAccessKey: secret },
    headers: { 'x-amz-content-sha256': bodySha256 },
    datetime: new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, ''),
  })
  return (await signer.sign()).headers
}

/** Everything but letters, digits and `-._~` is escaped. */
export function escapePart(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

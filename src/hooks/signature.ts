import { createHmac } from 'node:crypto'

/** `v1=` and the HMAC-SHA-256, in hex, of time stamp, point and body. */
export function signatureOf(secret: string, timestampSec: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestampSec}.${body}`).digest('hex')}`
}

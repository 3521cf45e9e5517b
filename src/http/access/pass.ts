import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a browser may do without showing a key: read as anybody, or as the key it was given for. */
export interface Pass {
  /** `undefined`: a pass for whoever the service admits without a key. */
  readonly keyId: string | undefined
  readonly expiresSec: number
}

/** The pass as a text that only this service can make. */
export function signPass(pass: Pass, secret: string): string {
  const content = `${pass.keyId ?? ''}.${pass.expiresSec}`
  return `${content}.${signatureOf(content, secret)}`
}

/** `undefined` for anything that was not signed here or has expired. */
export function readPass(text: string, secret: string, nowSec: number): Pass | undefined {
  const [, content = '', keyId = '', expires = '', given = ''] =
    /^((\w{0,40})\.(\d{1,12}))\.([\w-]{1,100})$/.exec(text) ?? []
  const wanted = Buffer.from(signatureOf(content, secret))
  const shown = Buffer.from(given)
  if (shown.length !== wanted.length || !timingSafeEqual(shown, wanted)) return undefined
  const expiresSec = Number(expires)
  return expiresSec <= nowSec ? undefined : { keyId: keyId === '' ? undefined : keyId, expiresSec }
}

function signatureOf(content: string, secret: string): string {
  return createHmac('sha256', secret).update(`pass ${content}`).digest('base64url')
}

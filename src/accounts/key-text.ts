import { hash } from 'node:crypto'

const PREFIX = 'alm_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = 62n
/** 62^43 is the first power of 62 above 2^256. */
const LENGTH = 43
const SHOWN = 4
/** A shorter text would give too much of itself away by eight letters. */
const MIN_LENGTH_TO_SHOW = 24
export const MAX_KEY_LENGTH = 256

/** 32 bytes as one number: every digit equally likely, every key as long (account.md#keys). */
export function encodeKey(bytes: Uint8Array): string {
  let number = 0n
  for (const byte of bytes) number = number * 256n + BigInt(byte)
  let digits = ''
  for (; number > 0n; number /= BASE) digits = DIGITS.charAt(Number(number % BASE)) + digits
  return PREFIX + digits.padStart(LENGTH, '0')
}

export function hashKey(text: string): string {
  return hash('sha256', text)
}

/** What may be shown of a key: enough to tell it from others, nothing that helps to guess it. */
export function hintOf(text: string): string {
  const prefix = text.startsWith(PREFIX) ? PREFIX : ''
  const body = text.slice(prefix.length)
  if (body.length < MIN_LENGTH_TO_SHOW) return `${prefix}…`
  return `${prefix}${body.slice(0, SHOWN)}…${body.slice(-SHOWN)}`
}

export function looksLikeKey(text: string): boolean {
  return text.startsWith(PREFIX)
}

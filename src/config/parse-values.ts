import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { UsageError } from '../lib/errors.ts'

/** Turns the text of a setting into its value, or names the setting in one line. */
export type Parse<T> = (value: string, name: string) => T

/** Proxies that may say who the client is: none, all, listed addresses, or the nearest ones. */
export type Proxies = boolean | string | ((address: string, hop: number) => boolean)

export const HTTP = ['http:', 'https:']

export const text: Parse<string> = (value) => value

export const path: Parse<string> = (value) => resolve(value)

export function wholeNumber(min: number, max: number): Parse<number> {
  return (value, name) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max
      ? number
      : invalid(name, `a whole number from ${min} to ${max}`, value)
  }
}

export function oneOf<const N extends string>(...allowed: readonly N[]): Parse<N> {
  return (value, name) =>
    allowed.find((candidate) => candidate === value) ??
    invalid(name, `one of ${allowed.join(', ')}`, value)
}

export const onOff: Parse<boolean> = (value, name) => oneOf('on', 'off')(value, name) === 'on'

export const names: Parse<string[]> = (value) => [
  ...new Set(
    value
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

export function urls(protocols: readonly string[]): Parse<string> {
  return (value, name) => {
    for (const part of value.split(',')) {
      const url = URL.parse(part.trim())
      // The value may hold a password, so it is not shown.
      if (url === null || !protocols.includes(url.protocol))
        throw new UsageError(
          `${name} must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
        )
    }
    return value
  }
}

export const oneUrl: Parse<string> = (value, name) => {
  if (value.includes(',')) throw new UsageError(`${name} must be one URL.`)
  return urls(HTTP)(value, name)
}

export const clusterName: Parse<string> = (value, name) =>
  /^[A-Za-z_][\w-]{0,63}$/.test(value)
    ? value
    : invalid(name, 'a cluster name of letters, digits, _ and -', value)

export const hostName: Parse<string> = (value, name) =>
  /^[A-Za-z0-9.-]{1,253}$/.test(value)
    ? value
    : invalid(name, 'a host name without scheme or port', value)

/** Where to listen: a port of this machine, or a host and a port. */
export const hostAndPort: Parse<{ host: string; port: number }> = (value, name) => {
  const [, host = '127.0.0.1', port] =
    /^(?:([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]+\]):)?(\d{1,5})$/.exec(value) ?? []
  if (port === undefined || Number(port) > 65_535)
    return invalid(name, 'a port or <host>:<port>, such as 127.0.0.1:9464', value)
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

/** Hosts as they stand in URLs: in small letters, with a port unless it is the usual one. */
export const hosts: Parse<string[]> = (value, name) => {
  const listed = names(value.toLowerCase(), name)
  const wrong = listed.find((host) => !/^[a-z0-9.-]{1,253}(:\d{1,5})?$/.test(host))
  if (wrong === undefined) return listed
  return invalid(name, 'hosts without a scheme, such as api.example.org or 10.0.0.5:8000', wrong)
}

/** Hosts that may frame embeds, as a content policy names them. */
export const frameAncestors: Parse<string> = (value, name) => {
  const listed = names(value, name)
  const wrong = listed.find((host) => !/^(https?:\/\/)?[\w*.-]+(:\d+)?$/.test(host))
  if (wrong !== undefined)
    throw new UsageError(`${name} must be hosts separated by commas, not ${wrong}.`)
  return listed.length === 0 ? "'none'" : listed.join(' ')
}

/** A key of ours, or another secret that callers send; a wrong one is not shown. */
export const secret: Parse<string> = (value, name) => {
  if (!/^[\w-]{16,200}$/.test(value))
    throw new UsageError(`${name} must be 16 to 200 letters, digits, _ or -.`)
  return value
}

export const proxies: Parse<Proxies> = (value, name) => {
  if (value === 'off') return false
  if (value === 'on') return true
  if (/^\d{1,2}$/.test(value)) return (_, hop) => hop < Number(value)
  if (value.split(',').every((part) => isProxyAddress(part.trim()))) return value
  return invalid(name, 'off, on, a number of hops, or addresses of proxies', value)
}

/** An address, or a range of addresses such as 10.0.0.0/8. */
function isProxyAddress(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

/** Headers as `name=value`, separated by commas; values may be percent-encoded and are not shown. */
export const headerList: Parse<Record<string, string>> = (value, name) => {
  const pairs = names(value, name).map((pair): [string, string] => {
    const [, header, given] = /^([\w-]+)\s*=\s*((?:[^%]|%[0-9A-Fa-f]{2})*)$/.exec(pair) ?? []
    if (header === undefined || given === undefined)
      throw new UsageError(`${name} must be headers such as name=value, separated by commas.`)
    return [header, decodeURIComponent(given)]
  })
  return Object.fromEntries(pairs)
}

/** A fraction, from 0 to 1. */
export const share: Parse<number> = (value, name) =>
  /^(0(\.\d+)?|1(\.0+)?)$/.test(value)
    ? Number(value)
    : invalid(name, 'a number from 0 to 1', value)

/** All responses, none, or one of a number. */
export const logShare: Parse<'all' | 'off' | number> = (value, name) => {
  if (value === 'all' || value === 'off') return value
  const every = /^\d{1,7}$/.test(value) ? Number(value) : 0
  return every > 1 ? every : invalid(name, 'all, off, or a whole number from 2 up', value)
}

/** Days for which something of all facts is kept, or of those that are named. */
export interface DaysByFact {
  readonly allDays: number | undefined
  readonly byFact: ReadonlyMap<string, number>
}

/** Days for all facts, for some by name, or both: `30`, `tvl=30,prices=7` or `90,prices=7`. */
export const daysByFact: Parse<DaysByFact> = (value, name) => {
  let allDays: number | undefined
  const byFact = new Map<string, number>()
  for (const part of names(value, name)) {
    const [, fact, days = ''] = /^(?:([a-z][a-z0-9_]*)\s*=\s*)?(\d{1,5})$/.exec(part) ?? []
    const isRepeated = fact === undefined ? allDays !== undefined : byFact.has(fact)
    if (days === '' || Number(days) === 0 || isRepeated)
      return invalid(name, 'days, such as 30, tvl=30,prices=7 or 90,prices=7', value)
    if (fact === undefined) allDays = Number(days)
    else byFact.set(fact, Number(days))
  }
  return { allDays, byFact }
}

export const timestamp: Parse<string> = (value, name) =>
  /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : invalid(name, 'an ISO time such as 2026-01-31T00:00:00Z', value)

export function invalid(name: string, expected: string, value: string): never {
  throw new UsageError(`${name} must be ${expected}, not "${value}".`)
}

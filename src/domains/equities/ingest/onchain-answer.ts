import {
  type Members,
  readNumber,
  readSec,
  readText,
  requireText,
} from '../../../sources/mirror/read-value.ts'

/** A perpetual contract on a share, at the time of its snapshot. */
export function perpOf(perp: Members, member: string, fetchedSec: number) {
  const number = (name: string) => readNumber(perp[name], `${member}.${name}`)
  const text = (name: string) => readText(perp[name], `${member}.${name}`)
  return {
    contractSlug: requireText(perp.contractSlug, `${member}.contractSlug`),
    atSec: readSec(perp.updatedAt, `${member}.updatedAt`) ?? fetchedSec,
    pair: requireText(perp.pair, `${member}.pair`),
    price: number('price'),
    volume24h: number('volume24h'),
    openInterest: number('openInterest'),
    annualizedFundingRate: number('annualizedFundingRate'),
    tradeUrl: text('tradeUrl'),
    exchangeProtocolSlug: text('exchangeProtocolSlug'),
    rwaPlatformSlug: text('rwaPlatformSlug'),
    exchangeType: text('exchangeType'),
  }
}

/** A token that stands for a share. */
export function tokenOf(token: Members, member: string) {
  return {
    assetSlug: requireText(token.assetSlug, `${member}.assetSlug`),
    issuer: requireText(token.issuer, `${member}.issuer`),
    issuerRwaPlatformSlug: readText(token.issuerRwaPlatformSlug, `${member}.issuerRwaPlatformSlug`),
    price: readNumber(token.price, `${member}.price`),
    activeMarketcap: readNumber(token.activeMarketcap, `${member}.activeMarketcap`),
  }
}

import { nullableText, percent, string, timeText, usd } from '../../http/described.ts'
import { nullable } from '../../http/schemas.ts'
import { field, type RecordRow, record } from '../../records/record.ts'
import { isoTime } from './derive/days.ts'

/** A perpetual contract on a share. */
export const perpRecord = record({
  pair: field(string('Symbol of the contract'), 'ZHRLN-USD'),
  price: field(nullable(usd()), 197.6),
  volume24h: field(nullable(usd('Traded in 24 hours')), 4_100_000),
  openInterest: field(nullable(usd('Open interest')), 2_900_000),
  annualizedFundingRate: field(nullable(percent('Funding rate per year')), 8.4),
  tradeUrl: field(nullableText('Where it is traded'), 'https://venue.example/trade/ZHRLN'),
  contractSlug: field(string('Venue and symbol'), 'venue:ZHRLN'),
  exchangeProtocolSlug: field(nullableText('Slug of the venue’s protocol'), 'venue'),
  rwaPlatformSlug: field(nullableText('Slug of the venue among RWA platforms'), null),
  exchangeType: field(nullable(string('CEX or DEX')), 'DEX'),
  updatedAt: field(
    timeText('Time of the snapshot'),
    '2026-01-31T11:00:00Z',
    ({ atSec }: { atSec: number }) => isoTime(atSec),
  ),
})
export type PerpRow = RecordRow<typeof perpRecord>

/** A token that stands for a share. */
export const tokenRecord = record({
  issuer: field(string('Who issues the token'), 'Example Issuer'),
  issuerRwaPlatformSlug: field(
    nullableText('Slug of the issuer among RWA platforms'),
    'example-issuer',
  ),
  price: field(nullable(usd()), 197.4),
  assetSlug: field(string('Slug of the asset among real-world assets'), 'example-zhrln'),
  activeMarketcap: field(nullable(usd('Market cap without excluded holders')), 7_800_000),
})
export type TokenRow = RecordRow<typeof tokenRecord>

export const filingRecord = record(
  {
    filingDate: field(string('YYYY-MM-DD'), '2025-11-04'),
    reportDate: field(
      nullable(string('End of the period or day of the event, YYYY-MM-DD')),
      '2025-09-30',
    ),
    form: field(string('Form, such as 10-K'), '10-Q'),
    primaryDocumentUrl: field(
      nullableText('URL of the document'),
      'https://filings.example/0009000001-25-000031/report.htm',
    ),
    documentDescription: field(nullableText('What the document is'), '10-Q'),
  },
  'EquityFiling',
)
export type FilingItem = RecordRow<typeof filingRecord>

import { derivedState, keyedState } from '../../../cache/state.ts'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import {
  type Closes,
  companiesState,
  equityBars,
  LISTING_KEY,
  listingKey,
  readCloses,
} from '../../equities/public.ts'
import { describedState } from './institutions.ts'
import { findListing } from './listing.ts'

export const listingKeysState = derivedState({
  name: 'dat.listingKeys',
  from: [describedState, companiesState],
  make: (described, companies): ReadonlySet<string> =>
    new Set(
      [...described.values()]
        .flatMap((institution) => findListing(companies, institution) ?? [])
        .map(listingKey),
    ),
})

/** All daily closes, as traded, of the listings of institutions. */
export const closesState = keyedState<string, Closes>({
  name: 'dat.closes',
  reads: [equityBars],
  key: LISTING_KEY,
  among: listingKeysState,
  load: (snapshot, keys) => readCloses(snapshot, keys, LATEST_UNIX_SEC),
})

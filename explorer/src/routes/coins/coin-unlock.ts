import { type BodyOf, request } from '../../api/request.ts'

export const UNLOCKS = request('listEmissions', {
  fields: 'token,aggregator_id,protocolSlug,name,circSupply,totalLocked,maxSupply,nextEvent',
})

export type Unlock = BodyOf<typeof UNLOCKS>[number]

/** The schedule of a coin's token, by its own id or by the aggregator's; undefined without one. */
export function unlockOf<Of extends Pick<Unlock, 'token' | 'aggregator_id'>>(
  schedules: readonly Of[],
  coin: string,
): Of | undefined {
  const id = sameCase(coin)
  return (
    schedules.find(({ token }) => sameCase(token) === id) ??
    schedules.find((one) => one.aggregator_id !== null && `aggregator:${one.aggregator_id}` === id)
  )
}

/** Hex addresses are the same in either case; others, such as base58, are not. */
function sameCase(coin: string): string {
  return coin.includes(':0x') ? coin.toLowerCase() : coin
}

import { historyRows } from '../derive/history-rows.ts'
import { marketHistory } from '../derive/market-history.ts'
import { treasuryValues } from '../derive/treasury-values.ts'
import type { SettledHistory } from '../read/settled-histories.ts'
import type { ShareMarket } from '../read/share-market.ts'
import type { Treasuries } from '../read/treasuries.ts'

/** A question about an earlier day than the settled ones reach to is answered without them. */
function usable(
  settled: SettledHistory | undefined,
  today: number,
): Pick<SettledHistory, 'untilDay' | 'bytes'> {
  return settled !== undefined && settled.untilDay - 1 <= today
    ? settled
    : { untilDay: 0, bytes: Buffer.alloc(0) }
}

/**
 * The history of each institution under every asset that it holds: what is settled, and the last
 * days worked out anew.
 */
export function historyParts(
  { ranked, assets, today }: Treasuries,
  markets: ReadonlyMap<number, ShareMarket>,
  settledOf: ReadonlyMap<number, SettledHistory>,
): Buffer[] {
  const byAsset = new Map<string, Buffer[]>()
  for (const { id, held, holdings } of ranked) {
    const market = markets.get(id)
    if (held.length === 0 || market === undefined) continue
    const known = usable(settledOf.get(id), today)
    const values = treasuryValues(holdings, (asset) => assets.get(asset), today, known.untilDay)
    const recent = historyRows(marketHistory(market.closes, market.shares, values, today))
    const end = Buffer.from(`${known.bytes.length > 0 && recent !== '' ? ',' : ''}${recent}]`)
    for (const { asset } of held) {
      const parts = byAsset.get(asset) ?? []
      byAsset.set(asset, parts)
      parts.push(Buffer.from(`${parts.length === 0 ? '' : ','}"${id}":[`), known.bytes, end)
    }
  }
  return [...byAsset].flatMap(([asset, parts], index) => [
    Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(asset)}:{`),
    ...parts,
    Buffer.from('}'),
  ])
}

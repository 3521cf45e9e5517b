import type { Log } from '../../../sources/chain/chain.ts'
import { addTo, type Sums } from '../../../sources/readers/parts/holdings.ts'
import { MILLION, toPpm } from '../../../sources/readers/parts/settings.ts'
import { lower } from '../../../sources/readers/parts/tokens.ts'
import type { DebtAt, Reserve } from './lending-reserves.ts'

export const INTEREST = 'Borrow Interest'
export const LIQUIDATION = 'Liquidation Fees'
export const OPENING = 'Open/Close Fees'

const RAY = 10n ** 27n
const BPS = 10_000n

/** What was paid under one label, and what of it the protocol kept; both per token. */
export interface LabelledFees {
  label: string
  paid: Sums
  kept: Sums
}

/** Interest of a range: the growth of the index times the mean of the debt at both ends. */
export function accruedInterest(from: DebtAt, to: DebtAt): bigint {
  const base = ({ debt, index }: DebtAt) => (debt * RAY) / index
  return ((base(from) + base(to)) * (to.index - from.index)) / (2n * RAY)
}

export function interestFees(reserves: readonly Reserve[]): LabelledFees {
  const fees: LabelledFees = { label: INTEREST, paid: new Map(), kept: new Map() }
  for (const { token, from, to, keptBps } of reserves) {
    if (from === undefined || to === undefined || to.index < from.index) continue
    const interest = accruedInterest(from, to)
    addTo(fees.paid, token, interest)
    addTo(fees.kept, token, (interest * keptBps) / BPS)
  }
  return fees
}

export interface Liquidations {
  fees: LabelledFees
  /** Debt that was repaid, and collateral that was seized, the protocol's part included. */
  repaid: Sums
  seized: Sums
}

/** The bonus, base × (bonus − 1). The event has base × (bonus − kept × (bonus − 1)). */
export function liquidationsOf(logs: readonly Log[], reserves: readonly Reserve[]): Liquidations {
  const byToken = new Map<string, Reserve>(reserves.map((reserve) => [reserve.token, reserve]))
  const found: Liquidations = {
    fees: { label: LIQUIDATION, paid: new Map(), kept: new Map() },
    repaid: new Map(),
    seized: new Map(),
  }
  for (const { event, args } of logs) {
    if (event !== 'LiquidationCall') continue
    const token = lower(String(args.collateralAsset))
    const got = args.liquidatedCollateralAmount as bigint
    const { bonusBps = 0n, bonusKeptBps = 0n } = byToken.get(token) ?? {}
    const extra = bonusBps > BPS ? bonusBps - BPS : 0n
    const bonus = extra === 0n ? 0n : (got * extra * BPS) / (bonusBps * BPS - bonusKeptBps * extra)
    const kept = (bonus * bonusKeptBps) / BPS
    addTo(found.fees.paid, token, bonus)
    addTo(found.fees.kept, token, kept)
    addTo(found.repaid, lower(String(args.debtAsset)), args.debtToCover as bigint)
    addTo(found.seized, token, got + kept)
  }
  return found
}

/** What is charged once when something is borrowed; all of it is kept. */
export function openingFees(logs: readonly Log[], feePct: number): LabelledFees {
  const fees: LabelledFees = { label: OPENING, paid: new Map(), kept: new Map() }
  for (const { event, args } of logs) {
    if (event !== 'Borrow') continue
    const fee = ((args.amount as bigint) * toPpm(feePct)) / MILLION
    addTo(fees.paid, lower(String(args.reserve)), fee)
    addTo(fees.kept, lower(String(args.reserve)), fee)
  }
  return fees
}

import { type AbiFunction, type Address, parseAbiItem } from 'viem'
import type { Answer, Call, ChainReader } from '../chain/chain.ts'
import { amountOf, BALANCE_OF, lower, TOTAL_SUPPLY } from './tokens.ts'

/** What a market's settings say, read out of the bits in which the contract keeps them. */
export interface ReserveTerms {
  /** What may be borrowed against one dollar of it, 0 to 1. */
  ltv: number
  borrowable: boolean
  /** Part of the interest that the protocol keeps, in hundredths of a percent. */
  keptBps: bigint
  /** What a liquidator gets for 10,000 worth of debt; 0 where it cannot be seized. */
  bonusBps: bigint
  /** Part of the bonus that the protocol keeps, in hundredths of a percent. */
  bonusKeptBps: bigint
}

/**
 * Debt at one end of a stretch, and the index by which debts have grown since the market began,
 * times 10^27.
 */
export interface DebtAt {
  debt: bigint
  index: bigint
}

/** One market of a lending pool at its block. */
export interface Reserve extends ReserveTerms {
  token: Address
  /** The contract that keeps the tokens and stands for the suppliers. */
  receipt: Address
  /** Left to borrow. */
  available: bigint
  supplied: bigint
  borrowed: bigint
  /** Rates of a year, as a fraction times 10^27. */
  supplyRate: bigint
  borrowRate: bigint
  /**
   * Debt at the two ends of the stretch that grows by the index; undefined where it cannot be read.
   */
  from: DebtAt | undefined
  to: DebtAt | undefined
}

const LIST = parseAbiItem('function getReservesList() view returns (address[])')
const DEBT_INDEX = parseAbiItem(
  'function getReserveNormalizedVariableDebt(address) view returns (uint256)',
)
/** The two layouts that are in use; the names are what is taken from them. */
const RESERVE_BY_LAYOUT: Readonly<Record<2 | 3, AbiFunction>> = {
  2: parseAbiItem(
    'function getReserveData(address) view returns ((uint256 configuration, uint128 supplyIndex, uint128 debtIndex, uint128 supplyRate, uint128 borrowRate, uint128 stableRate, uint40 updatedAt, address receipt, address stableDebt, address debt, address strategy, uint8 id) reserve)',
  ),
  3: parseAbiItem(
    'function getReserveData(address) view returns ((uint256 configuration, uint128 supplyIndex, uint128 supplyRate, uint128 debtIndex, uint128 borrowRate, uint128 stableRate, uint40 updatedAt, uint16 id, address receipt, address stableDebt, address debt, address strategy, uint128 accrued, uint128 unbacked, uint128 isolatedDebt) reserve)',
  ),
}

interface ReserveState {
  token: Address
  configuration: bigint
  supplyRate: bigint
  borrowRate: bigint
  receipt: Address
  stableDebt: Address
  debt: Address
}

/**
 * All markets of a pool, with their debts at both ends of the stretch: three trips, and one to the
 * earlier block.
 */
export async function readReserves(
  chain: ChainReader,
  { pool, layout }: { pool: Address; layout: 2 | 3 },
  fromBlock: number | undefined,
): Promise<Reserve[]> {
  const tokens = ((await chain.call({ target: pool, abi: LIST })) as readonly Address[]).map(lower)
  if (tokens.length === 0) return []
  const states = await readStates(chain, { pool, abi: RESERVE_BY_LAYOUT[layout] }, tokens)
  const [now, earlier] = await Promise.all([
    chain.callMany(states.flatMap((state) => callsOf(pool, state))),
    fromBlock === undefined
      ? []
      : chain
          .at(await chain.blockNumbered(fromBlock))
          .callMany(states.flatMap((state) => debtCalls(pool, state))),
  ])
  return states.map((state, index) => {
    const answers = now.slice(5 * index, 5 * index + 5)
    const [, , available, , stable] = answers
    const [debt, supplied] = [amountOf(answers[0]), amountOf(answers[3])]
    // Read by the wrong layout, these are no contracts.
    if (debt === undefined || supplied === undefined) throw new Error(complaint(pool, state.token))
    return {
      ...termsOf(state.configuration, layout),
      token: state.token,
      receipt: lower(state.receipt),
      available: amountOf(available) ?? 0n,
      supplied,
      borrowed: debt + (amountOf(stable) ?? 0n),
      supplyRate: state.supplyRate,
      borrowRate: state.borrowRate,
      from: debtAt(earlier.slice(2 * index, 2 * index + 2)),
      to: debtAt(answers.slice(0, 2)),
    }
  })
}

async function readStates(
  chain: ChainReader,
  { pool, abi }: { pool: Address; abi: AbiFunction },
  tokens: readonly Address[],
): Promise<ReserveState[]> {
  const answers = await chain.callMany(
    tokens.map((token) => ({ target: pool, abi, args: [token] })),
  )
  return tokens.map((token, index) => {
    const answer = answers[index]
    // The list names it, so a pool that says nothing of it has another layout than the instance
    // states.
    if (answer?.ok !== true) throw new Error(complaint(pool, token))
    return { ...(answer.value as Omit<ReserveState, 'token'>), token }
  })
}

function complaint(pool: Address, token: Address): string {
  return `${pool} does not describe its market of ${token} as it should: check "layout" of the instance.`
}

function debtCalls(pool: Address, { token, debt }: ReserveState): Call[] {
  return [
    { target: debt, abi: TOTAL_SUPPLY },
    { target: pool, abi: DEBT_INDEX, args: [token] },
  ]
}

function callsOf(pool: Address, state: ReserveState): Call[] {
  return [
    ...debtCalls(pool, state),
    { target: state.token, abi: BALANCE_OF, args: [state.receipt] },
    { target: state.receipt, abi: TOTAL_SUPPLY },
    // Newer markets have no debt at a fixed rate, and name no contract for it.
    { target: state.stableDebt, abi: TOTAL_SUPPLY },
  ]
}

function debtAt([debt, index]: readonly (Answer | undefined)[]): DebtAt | undefined {
  const growth = amountOf(index)
  const owed = amountOf(debt)
  return growth === undefined || growth === 0n || owed === undefined
    ? undefined
    : { debt: owed, index: growth }
}

/** The bits of a market's configuration. */
export function termsOf(configuration: bigint, layout: 2 | 3): ReserveTerms {
  const bits = (from: number, count: number) =>
    (configuration >> BigInt(from)) & ((1n << BigInt(count)) - 1n)
  const isActive = bits(56, 1) === 1n && bits(57, 1) === 0n && (layout === 2 || bits(60, 1) === 0n)
  return {
    ltv: Number(bits(0, 16)) / 10_000,
    borrowable: isActive && bits(58, 1) === 1n,
    keptBps: bits(64, 16),
    bonusBps: bits(32, 16),
    bonusKeptBps: layout === 3 ? bits(152, 16) : 0n,
  }
}

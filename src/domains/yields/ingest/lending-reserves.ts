import { type AbiFunction, type Address, parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { Call, CallResult, ChainReader } from '../../../sources/chain/chain.ts'
import { listSilent, type SilentContract } from '../../../sources/readers/parts/silent-contracts.ts'
import { amountOf, BALANCE_OF, lower, TOTAL_SUPPLY } from '../../../sources/readers/parts/tokens.ts'

type ReserveTerms = ReturnType<typeof termsOf>

/** Debt at one end of a range, and the growth of debts since the market began, times 10^27. */
export interface DebtAt {
  debt: bigint
  index: bigint
}

/** One market of a lending pool at its block. */
export interface Reserve extends ReserveTerms {
  token: Address
  /** The contract that holds the tokens and issues the suppliers' shares. */
  receipt: Address
  /** Left to borrow. */
  available: bigint
  supplied: bigint
  borrowed: bigint
  /** Rates of a year, as a fraction times 10^27. */
  supplyRate: bigint
  borrowRate: bigint
  /** Variable debt at the two ends of the range; undefined where it cannot be read. */
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

/** Markets of a pool with their debts at both ends of the range, and tokens that do not answer. */
export async function readReserves(
  chain: ChainReader,
  { pool, layout }: { pool: Address; layout: 2 | 3 },
  fromBlock: number | undefined,
): Promise<{ reserves: Reserve[]; silent: SilentContract[] }> {
  const tokens = ((await chain.call({ target: pool, abi: LIST })) as readonly Address[]).map(lower)
  if (tokens.length === 0) return { reserves: [], silent: [] }
  const states = await readStates(chain, { pool, abi: RESERVE_BY_LAYOUT[layout] }, tokens)
  const [now, earlier] = await Promise.all([
    chain.callMany(states.flatMap((state) => callsOf(pool, state))),
    fromBlock === undefined
      ? undefined
      : chain
          .at(await chain.blockNumbered(fromBlock))
          .callMany(states.flatMap((state) => debtCalls(pool, state))),
  ])
  const resultOf = (index: number, call: number) => at(now, CALLS_PER_RESERVE * index + call)
  const silent = await listSilent(
    chain,
    states.map(({ token }, index) => ({ address: token, results: [resultOf(index, 2)] })),
    { what: `token of the pool ${pool}` },
  )
  const reserves = states.flatMap((state, index): Reserve[] => {
    const result = (call: number) => resultOf(index, call)
    const [debt, supplied] = [amountOf(result(0)), amountOf(result(3))]
    // With the wrong layout these are not contracts.
    if (debt === undefined || supplied === undefined) throw wrongLayout(pool, state.token)
    const available = amountOf(result(2))
    if (available === undefined) return []
    return [
      {
        ...termsOf(state.configuration, layout),
        token: state.token,
        receipt: lower(state.receipt),
        available,
        supplied,
        // Newer markets have no stable debt, and no contract for it.
        borrowed: debt + (amountOf(result(4)) ?? 0n),
        supplyRate: state.supplyRate,
        borrowRate: state.borrowRate,
        from: earlier && debtAt(at(earlier, 2 * index), at(earlier, 2 * index + 1)),
        to: debtAt(result(0), result(1)),
      },
    ]
  })
  return { reserves, silent }
}

async function readStates(
  chain: ChainReader,
  { pool, abi }: { pool: Address; abi: AbiFunction },
  tokens: readonly Address[],
): Promise<ReserveState[]> {
  const results = await chain.callMany(
    tokens.map((token) => ({ target: pool, abi, args: [token] })),
  )
  return tokens.map((token, index) => {
    const result = at(results, index)
    // The pool lists it, so without a response the layout of the instance is wrong.
    if (!result.ok) throw wrongLayout(pool, token)
    return { ...(result.value as Omit<ReserveState, 'token'>), token }
  })
}

function wrongLayout(pool: Address, token: Address): Error {
  return new Error(
    `${pool} does not describe its market of ${token} as it should: check "layout" of the instance.`,
  )
}

function debtCalls(pool: Address, { token, debt }: ReserveState): Call[] {
  return [
    { target: debt, abi: TOTAL_SUPPLY },
    { target: pool, abi: DEBT_INDEX, args: [token] },
  ]
}

const CALLS_PER_RESERVE = 5

function callsOf(pool: Address, state: ReserveState): Call[] {
  return [
    ...debtCalls(pool, state),
    { target: state.token, abi: BALANCE_OF, args: [state.receipt] },
    { target: state.receipt, abi: TOTAL_SUPPLY },
    { target: state.stableDebt, abi: TOTAL_SUPPLY },
  ]
}

function debtAt(debt: CallResult, index: CallResult): DebtAt | undefined {
  const growth = amountOf(index)
  const owed = amountOf(debt)
  return growth === undefined || growth === 0n || owed === undefined
    ? undefined
    : { debt: owed, index: growth }
}

/** A market's terms, from the bits of its configuration; parts in hundredths of a percent. */
export function termsOf(configuration: bigint, layout: 2 | 3) {
  const bits = (from: number, count: number) =>
    (configuration >> BigInt(from)) & ((1n << BigInt(count)) - 1n)
  const isActive = bits(56, 1) === 1n && bits(57, 1) === 0n && (layout === 2 || bits(60, 1) === 0n)
  return {
    // What may be borrowed against one dollar of it, 0 to 1.
    ltv: Number(bits(0, 16)) / 10_000,
    borrowable: isActive && bits(58, 1) === 1n,
    // Part of the interest that the protocol keeps.
    keptBps: bits(64, 16),
    // What a liquidator gets for 10,000 worth of debt; 0 where it cannot be seized.
    bonusBps: bits(32, 16),
    // Part of the bonus that the protocol keeps.
    bonusKeptBps: layout === 3 ? bits(152, 16) : 0n,
  }
}

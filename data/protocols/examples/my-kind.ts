import Type, { type Static } from 'typebox'
import { type Address, parseAbiItem } from 'viem'
import { nothingSeen } from '../../../src/sources/model/observations.ts'
import type { ReaderKind } from '../../../src/sources/model/reader-kind.ts'

// A bank that says itself how much of a token it looks after. Copy this file, and change what is
// asked and what it means.

const address = Type.Unsafe<Address>(
  Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', description: 'an address: 0x and 40 hexadecimal digits' }),
)
const settings = Type.Object({ bank: address, token: address })
type Settings = Static<typeof settings>

interface Payload {
  deposits: bigint
}

const TOTAL_DEPOSITS = parseAbiItem('function totalDeposits() view returns (uint256)')

const myKind: ReaderKind<Settings, Payload> = {
  kind: 'my-kind',
  version: 1,
  settings,
  methodology: () => 'What the bank says it looks after.',

  // The only part that asks the chain.
  async extract(chain, { bank }) {
    return { deposits: (await chain.call({ target: bank, abi: TOTAL_DEPOSITS })) as bigint }
  },

  // The rest follows from what was read.
  transform({ deposits }, { protocol, chain, token }, { atSec }) {
    const amount = { coin: `${chain}:${token}`, raw: deposits }
    return { ...nothingSeen(), holdings: [{ protocol, chain, section: 'tvl', amount, atSec }] }
  },
}

export default myKind

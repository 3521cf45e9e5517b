import { type Address, concatHex, type Hex, numberToHex, padHex, size, sliceHex } from 'viem'

export interface RawCall {
  target: Address
  input: Hex
}

export interface RawResult {
  ok: boolean
  output: Hex
}

/** A program that a node runs as if it created a contract, so nothing needs to be deployed. */
const CALL_ALL: Hex[] = [
  '0x604c3803', // size of the calls = size of all − size of this program
  '0x80604c600039', // copy the calls to the start of memory
  '0x806000', // stack from here on: place in the calls, place in the responses, size
  '0x5b82811015604557', // while place < size
  '0x80518060a01c', // word; length = word >> 160
  '0x6000600082856020016000865af1', // call(all gas, word, no value, place + 32, length)
  '0x60ff1b3d178452', // write success << 255 | size of the output
  '0x905001602001', // place += 32 + length
  '0x906020013d6000823e3d0190', // append the output
  '0x600d56', // again
  '0x5b5081900390f3', // return what is behind the calls
]

/** The same for balances of the chain's own coin: replaces addresses, a word each, by balances. */
const BALANCE_ALL: Hex[] = [
  '0x60243803', // size of the addresses
  '0x806024600039', // copy them to the start of memory
  '0x6000', // stack from here on: place, size
  '0x5b81811015601f57', // while place < size
  '0x8051318152', // memory[place] = balance(memory[place])
  '0x602001600c56', // place += 32, again
  '0x5b506000f3', // return memory[0 … size]
]

const WORD = 32

/** The program and its input: per call a word (length of the input, target) and the input. */
export function encodeCalls(calls: readonly RawCall[]): Hex {
  return concatHex([
    ...CALL_ALL,
    ...calls.flatMap(({ target, input }) => [
      numberToHex(size(input), { size: 12 }),
      target,
      input,
    ]),
  ])
}

/** Output: per call a word (success in the top bit, length) and the output. Undefined if invalid. */
export function decodeResults(output: Hex, calls: number): RawResult[] | undefined {
  const results: RawResult[] = []
  let place = 0
  for (let call = 0; call < calls; call++) {
    if (size(output) < place + WORD) return undefined
    const word = BigInt(sliceHex(output, place, place + WORD))
    const end = place + WORD + Number(BigInt.asUintN(64, word))
    if (size(output) < end) return undefined
    const own = end === place + WORD ? '0x' : sliceHex(output, place + WORD, end)
    results.push({ ok: word >> 255n === 1n, output: own })
    place = end
  }
  return place === size(output) ? results : undefined
}

export function encodeBalances(owners: readonly Address[]): Hex {
  return concatHex([...BALANCE_ALL, ...owners.map((owner) => padHex(owner, { size: WORD }))])
}

export function decodeBalances(output: Hex, owners: number): bigint[] | undefined {
  if (size(output) !== owners * WORD) return undefined
  return Array.from({ length: owners }, (_, index) =>
    BigInt(sliceHex(output, index * WORD, (index + 1) * WORD)),
  )
}

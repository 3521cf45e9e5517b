import type { Body } from '../../api/answers.ts'

export type ProtocolDetail = Body<'getProtocol'>
export type TvlPoint = ProtocolDetail['tvl'][number]

// Parts of a chain that are no chain of their own, such as Base-borrowed.
const SECTIONS = new Set(['borrowed', 'staking', 'pool2', 'vesting', 'treasury', 'OwnTokens'])

/** The chains of a protocol without the sections beside them. */
export function chainsOf<T>(byChain: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(byChain).filter(([name]) => {
    const section = name.split('-').at(-1) ?? ''
    return !SECTIONS.has(section) && !SECTIONS.has(name)
  })
}

import { useOperation } from '../../api/use-operation.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { shortText } from '../../lib/numbers.ts'
import { AppLink } from '../../page/app-link.tsx'
import { ORIGINS, originUsd, useChainOrigins } from '../chains/chain-origins.ts'

/** What lies on a chain by where it came from, and what else is known there. */
export function ChainAssets({ chain }: { chain: string }) {
  const asked = useChainOrigins()
  const rwa = useOperation('getRwaStats', {}).data?.body.byChain[chain]
  const page = encodeURIComponent(chain)
  return (
    <Block
      title="Assets by origin"
      asked={asked}
      shape={{ rows: 7 }}
      empty={{ when: (body) => body[chain] === undefined, say: 'Nothing is recorded.' }}
    >
      {(body) => (
        <Facts
          lines={[
            ...ORIGINS.map(
              ({ id, name }) =>
                [name, shortText(originUsd(body, chain, id), { sign: '$' })] as const,
            ),
            [
              'Real-world assets',
              rwa === undefined ? undefined : (
                <AppLink key="rwa" to={`/rwa/${page}`}>
                  {shortText(rwa.base.onChainMcap, { sign: '$' })}
                </AppLink>
              ),
            ],
            [
              'Pools',
              <AppLink key="pools" to="/yields" search={{ chain }}>
                yields on {chain}
              </AppLink>,
            ],
          ]}
        />
      )}
    </Block>
  )
}

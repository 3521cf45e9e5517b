import { useAnswer } from '../../api/use-answer.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { shortText } from '../../lib/numbers.ts'

interface Part {
  readonly total: string
}

type Assets = Readonly<
  Record<
    string,
    Readonly<Record<'native' | 'canonical' | 'thirdParty' | 'ownTokens' | 'total', Part>>
  >
>

/** What lies on a chain by where it came from. */
export function ChainAssets({ chain }: { chain: string }) {
  const asked = useAnswer<Assets>('/api/chainAssets')
  return (
    <Block
      title="Assets by origin"
      asked={asked}
      shape={{ rows: 5 }}
      empty={{ when: (body) => body[chain] === undefined, say: 'Nothing is recorded.' }}
    >
      {(body) => {
        const of = (name: 'native' | 'canonical' | 'thirdParty' | 'ownTokens' | 'total') =>
          shortText(Number(body[chain]?.[name].total), { sign: '$' })
        return (
          <Facts
            lines={[
              ['Native', of('native')],
              ['Through its own bridge', of('canonical')],
              ['Through other bridges', of('thirdParty')],
              ['Tokens of its protocols', of('ownTokens')],
              ['All', of('total')],
            ]}
          />
        )
      }}
    </Block>
  )
}

import type { Asked } from '../../api/asked.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { shortText } from '../../lib/numbers.ts'
import { dayText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import type { ProtocolDetail } from './protocol-detail.ts'

/** What a protocol is, how it is counted, and where to read on. */
export function ProtocolAbout({ asked }: { asked: Asked<ProtocolDetail> }) {
  const forks = useOperation('getForkMetrics', {})
  const treasuries = useOperation('listTreasuries', { fields: 'id,name,tvl' })
  return (
    <Block title="About" asked={asked} shape={{ rows: 8 }}>
      {(body) => {
        const treasury = treasuries.data?.body.find(({ id }) => id === `${body.id}-treasury`)
        const forkedBy = forks.data?.body[body.name] ?? []
        return (
          <Facts
            lines={[
              ['Id', body.id],
              ['Symbol', body.symbol],
              ['Listed', body.listedAt == null ? undefined : dayText(body.listedAt)],
              ['Parent', parentLink(body.parentProtocol)],
              ['Versions', body.otherProtocols?.join(', ')],
              ['Token', link(body.address, '/coins', body.address ?? '')],
              ['Forked from', body.forkedFrom?.join(', ')],
              [
                'Forks of it',
                forkedBy.length === 0
                  ? undefined
                  : link(body.name, '/forks', String(forkedBy.length)),
              ],
              [
                'Treasury',
                treasury === undefined ? undefined : (
                  <AppLink key="treasury" to="/treasuries" search={{ q: treasury.name }}>
                    {shortText(treasury.tvl, { sign: '$' })}
                  </AppLink>
                ),
              ],
              ['Module', body.module],
              ['Counted twice elsewhere', body.doublecounted === true ? 'yes' : undefined],
              ['How it is counted', body.methodology ?? undefined],
              [
                'Held readings',
                <AppLink key="held" to="/quality" search={{ q: body.name }}>
                  look
                </AppLink>,
              ],
              [
                'Revised figures',
                <AppLink key="revised" to="/revisions" search={{ fact: 'tvl', q: body.name }}>
                  look
                </AppLink>,
              ],
            ]}
          />
        )
      }}
    </Block>
  )
}

function link(id: string | null, page: string, text: string) {
  if (id === null) return undefined
  return <AppLink to={`${page}/${encodeURIComponent(id)}`}>{text}</AppLink>
}

function parentLink(id: string | null) {
  const slug = id?.replace('parent#', '')
  return slug === undefined ? undefined : link(slug, '/protocols', slug)
}

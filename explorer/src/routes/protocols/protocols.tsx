import { names, sorting, text } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { useView } from '../../page/use-view.ts'
import { ProtocolTable } from './protocol-table.tsx'

const keys = {
  q: text(),
  category: names(),
  chain: names(),
  cols: names(),
  sort: sorting('-tvl'),
}

export function Protocols() {
  const view = useView(keys)
  return (
    <>
      <PageHead title="Protocols" ignored={view.ignored} />
      <ProtocolTable view={view} />
    </>
  )
}

import { PageHead } from '../../page/page-head.tsx'
import { useView } from '../../page/use-view.ts'
import { familyKeys, ProtocolTable } from './protocol-table.tsx'

export function Protocols() {
  const view = useView(familyKeys)
  return (
    <>
      <PageHead title="Protocols" ignored={view.ignored} />
      <ProtocolTable view={view} />
    </>
  )
}

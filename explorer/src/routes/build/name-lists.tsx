import { useAnswer } from '../../api/use-answer.ts'

/** Names that fields of chains and protocols complete. */
export function NameLists() {
  const chains = useAnswer<readonly { name: string }[]>('/v2/chains')
  const protocols = useAnswer<readonly { name: string; slug: string }[]>('/protocols', {
    fields: 'id,name,slug',
  })
  return (
    <>
      <datalist id="names-of-chain">
        {chains.data?.body.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id="names-of-protocol">
        {protocols.data?.body.map(({ name, slug }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

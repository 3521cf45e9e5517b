import { useOperation } from '../../api/request.ts'

/** Demo figures say so on every page. */
export function DemoNote() {
  const { data } = useOperation('listChains', {})
  if (data?.isDemo !== true) return null
  return (
    <span
      className="tag"
      title="These figures are synthetic. Import or mirror real data to replace them."
    >
      Demo data
    </span>
  )
}

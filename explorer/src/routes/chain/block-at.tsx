import { useOperation } from '../../api/use-operation.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { grouped } from '../../lib/numbers.ts'
import { fromInputText, momentText, toInputText } from '../../lib/times.ts'
import { useDaysAgo } from '../../page/use-days-ago.ts'

/** The block of a chain at any moment; the start of today unless one is chosen. */
export function BlockAt({
  chain,
  atSec,
  onChange,
}: {
  chain: string
  atSec: number | null
  onChange(atSec: number | null): void
}) {
  const today = useDaysAgo(0)
  const sec = atSec ?? today
  const asked = useOperation('getBlock', { chain, timestamp: sec })
  return (
    <>
      <div className="filters">
        <label>
          <span className="dim">Block at, UTC </span>
          <input
            type="datetime-local"
            value={toInputText(sec)}
            onChange={(event) => onChange(fromInputText(event.target.value))}
          />
        </label>
      </div>
      {asked.error?.status === 404 ? (
        <p className="dim">No block is known of that moment.</p>
      ) : (
        <Block asked={asked} shape={{ rows: 2 }}>
          {({ height, timestamp }) => (
            <Facts
              lines={[
                ['Height', grouped(height, 0)],
                ['Its time', `${momentText(timestamp)} UTC`],
              ]}
            />
          )}
        </Block>
      )}
    </>
  )
}

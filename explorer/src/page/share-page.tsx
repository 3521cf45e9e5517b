import { useId } from 'react'
import { pinnedAddress } from './pinned-address.ts'
import { useCopy } from './use-copy.ts'

/** The address of what is shown: as it will be known, or as it is known now for good. */
export function SharePage() {
  const id = useId()
  const { copied, copy } = useCopy()
  return (
    <>
      <button type="button" className="action" popoverTarget={id}>
        Permalink
      </button>
      <div id={id} popover="auto" className="share" role="dialog" aria-label="Links to this page">
        <button type="button" className="link" onClick={() => copy(window.location.href, 'live')}>
          {copied === 'live' ? 'Copied' : 'Copy the link'}
        </button>
        <p className="dim">Others see what is known when they open it.</p>
        <button
          type="button"
          className="link"
          onClick={() => copy(pinnedAddress(window.location.href, Date.now()), 'pinned')}
        >
          {copied === 'pinned' ? 'Copied' : 'Copy the link as of now'}
        </button>
        <p className="dim">Others see these figures, whatever is revised later.</p>
      </div>
    </>
  )
}

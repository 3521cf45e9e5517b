import { serviceUrl } from '../../api/origin.ts'
import { useCopy } from '../../page/use-copy.ts'

/** What can be taken along: the request whose answer has the figure, and a line to quote. */
export function CopyFoot({ address, citation }: { address: string; citation: string }) {
  const { copied, copy } = useCopy()
  return (
    <>
      <p className="citation">{citation}</p>
      <p className="foot">
        <button
          type="button"
          className="link"
          onClick={() => copy(`curl -s '${serviceUrl}${address}'`, 'request')}
        >
          {copied === 'request' ? 'Copied' : 'Copy request'}
        </button>
        <button type="button" className="link" onClick={() => copy(citation, 'citation')}>
          {copied === 'citation' ? 'Copied' : 'Copy citation'}
        </button>
      </p>
    </>
  )
}

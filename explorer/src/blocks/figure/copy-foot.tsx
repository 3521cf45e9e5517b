import { useState } from 'react'
import { serviceUrl } from '../../api/origin.ts'

/** What can be taken along: the request that tells all this, and a line to quote. */
export function CopyFoot({ address, citation }: { address: string; citation: string }) {
  const [copied, setCopied] = useState('')
  const copy = (what: string, text: string) =>
    void navigator.clipboard.writeText(text).then(() => setCopied(what))
  return (
    <>
      <p className="citation">{citation}</p>
      <p className="foot">
        <button
          type="button"
          className="link"
          onClick={() => copy('request', `curl -s '${serviceUrl}${address}'`)}
        >
          {copied === 'request' ? 'Copied' : 'Copy request'}
        </button>
        <button type="button" className="link" onClick={() => copy('citation', citation)}>
          {copied === 'citation' ? 'Copied' : 'Copy citation'}
        </button>
      </p>
    </>
  )
}

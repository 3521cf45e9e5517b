import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { serviceUrl } from '../../api/origin.ts'
import { openSession, readSession } from '../../api/session.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { grouped } from '../../lib/numbers.ts'
import { PageHead } from '../../page/page-head.tsx'

interface Usage {
  readonly creditsUsed: number
  readonly creditsLeft: number
  readonly resetDate: string
  readonly plan: string
  readonly rateLimit: string
}

/** Enter a key for this browser, see what is left of it, and start calling. */
export function Keys() {
  const queries = useQueryClient()
  const [key, setKey] = useState('')
  const [outcome, setOutcome] = useState<string | null>(null)
  const [access, setAccess] = useState(() => readSession().access)
  const usage = useAnswer<Usage>(
    access === 'key' ? '/usage/APIKEY' : null,
    {},
    { knowsPast: false },
  )
  const enter = async () => {
    const { session, message } = await openSession(key)
    setOutcome(message)
    setAccess(session.access)
    setKey('')
    await queries.invalidateQueries()
  }
  return (
    <>
      <PageHead title="Keys" />
      <section className="block">
        <header className="section-head">
          <h2>Use a key in this browser</h2>
        </header>
        <form
          className="filters"
          onSubmit={(event) => {
            event.preventDefault()
            void enter()
          }}
        >
          <input
            type="password"
            autoComplete="off"
            aria-label="Key"
            placeholder="Key"
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
          <button type="submit" className="primary" disabled={key === ''}>
            Enter
          </button>
        </form>
        {outcome !== null && <p role="status">{outcome}</p>}
        <p className="dim">
          The key becomes a cookie that scripts cannot read. It is not kept anywhere else.
        </p>
      </section>
      {access === 'key' && (
        <Block title="What is left of it" asked={usage} shape={{ rows: 5 }}>
          {(body) => (
            <Facts
              lines={[
                ['Plan', body.plan],
                ['Used this month', grouped(body.creditsUsed, 0)],
                ['Left', grouped(body.creditsLeft, 0)],
                ['Starts anew', body.resetDate],
                ['Rate', body.rateLimit],
              ]}
            />
          )}
        </Block>
      )}
      <section className="block">
        <header className="section-head">
          <h2>Quick start</h2>
        </header>
        <pre>{`almanac keys create my-app\ncurl -H 'Authorization: Bearer <key>' ${serviceUrl}/api/hacks`}</pre>
        <p>
          <a className="link" href={`${serviceUrl}/docs`}>
            The reference
          </a>{' '}
          has every operation with an example to try.
        </p>
      </section>
    </>
  )
}

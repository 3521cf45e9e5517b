import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOperation } from '../../api/request.ts'
import { endSession, openSession, readSession, waitForPass } from '../../api/session.ts'
import { Button } from '../../blocks/controls/button.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { KeyField } from '../../blocks/states/key-field.tsx'
import { grouped } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { Section } from '../../page/section.tsx'
import { AdministerKeys } from './administer-keys.tsx'

/** Enter a key for this browser, see what is left of it; operators make and revoke keys. */
export function Keys() {
  const queries = useQueryClient()
  const [access, setAccess] = useState(() => readSession().access)
  useEffect(() => {
    void waitForPass().then((session) => setAccess(session.access))
  }, [])
  const usage = useOperation('getUsage', access === 'key' ? {} : null, { knowsPast: false })
  const end = async () => {
    await endSession()
    const { session } = await openSession()
    setAccess(session.access)
    await queries.invalidateQueries()
  }
  return (
    <>
      <PageHead
        title="Keys"
        note={
          <>
            How to call with one: <AppLink to="/build">quick start</AppLink>
          </>
        }
      />
      <Section
        title="Use a key in this browser"
        note={ACCESS[access]}
        actions={access === 'key' && <Button onClick={() => void end()}>Forget the key</Button>}
      >
        <KeyField onEntered={(session) => setAccess(session.access)} />
        <p className="dim">
          The key becomes a cookie of this browser that scripts cannot read and that expires after
          12 hours. It is not stored anywhere else.
        </p>
      </Section>
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
      <AdministerKeys />
    </>
  )
}

const ACCESS = {
  open: 'no key is needed here',
  key: 'a key is in use',
  none: 'no key is in use',
}

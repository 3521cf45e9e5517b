import { listSamples, tableSamples } from '../../../../src/http/docs/samples.ts'
import { Section } from '../../page/section.tsx'
import './build.css'
import { serviceUrl } from '../../api/origin.ts'
import { Command } from '../../blocks/states/command.tsx'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { Samples } from './samples.tsx'

const URL_OF_PROTOCOLS = `${serviceUrl}/protocols?fields=name,tvl`
const PROTOCOLS = [
  ...listSamples(
    { method: 'GET', url: URL_OF_PROTOCOLS, body: undefined, values: [['fields', 'name,tvl']] },
    {
      ...{ origin: serviceUrl, needsKey: false, kind: 'response' },
      client: { group: 'tvl', name: 'listProtocols', needsKey: false },
    },
  ),
  ...tableSamples(URL_OF_PROTOCOLS),
]

/** From nothing to a first response, a key, a statement and a file. */
export function QuickStart() {
  return (
    <>
      <PageHead title="Quick start" note="Everything these pages show is open to programs" />
      <Section title="1. Ask without a key">
        <p>
          Most operations need none. <a href={`${serviceUrl}/docs`}>The reference</a> has all of
          them;{' '}
          <AppLink to="/query" search={{ op: 'listChains' }}>
            the query page
          </AppLink>{' '}
          tries them by a form.
        </p>
        <Command>{`curl -s '${serviceUrl}/v2/chains'`}</Command>
      </Section>
      <Section title="2. Make a key">
        <p>
          Paths of the pro root need one. Make it on the command line of the service, or on{' '}
          <AppLink to="/keys">the page for keys</AppLink> as an operator.
        </p>
        <Command>almanac keys create --name my-app</Command>
        <Command>{`curl -s -H 'X-API-Key: <KEY>' '${serviceUrl}/api/hacks'`}</Command>
      </Section>
      <Samples samples={PROTOCOLS} />
      <Section title="3. Ask in SQL">
        <p>
          Every fact is a view. <AppLink to="/query">Write a statement</AppLink>, or send one.
        </p>
        <Command>almanac sql "SELECT name, category FROM protocols LIMIT 5"</Command>
      </Section>
      <Section title="4. Read the past">
        <p>
          Every response can be had as it was known at a timestamp: add <code>asOf</code>. Figures
          that were revised since are on <AppLink to="/revisions">the page of revisions</AppLink>.
        </p>
        <Command>{`curl -s '${serviceUrl}/v2/chains?asOf=${monthStart()}'`}</Command>
      </Section>
      <Section title="5. Take it away, or follow">
        <p>
          One fact as a file, everything as a snapshot, or a replica that keeps up:{' '}
          <AppLink to="/downloads">downloads</AppLink>.
        </p>
        <Command>{`curl -sN '${serviceUrl}/meta/stream'`}</Command>
      </Section>
    </>
  )
}

/** The first timestamp of this month, UTC. */
function monthStart(): string {
  return `${new Date().toISOString().slice(0, 7)}-01T00:00:00Z`
}

import type { ReactNode } from 'react'
import { serviceUrl } from '../../api/origin.ts'
import { Command } from '../../blocks/states/command.tsx'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { operationSamples } from './code-samples.ts'
import { Samples } from './samples.tsx'
import './build.css'

/** From nothing to a first answer, a key, a statement and a file. */
export function QuickStart() {
  return (
    <>
      <PageHead title="Quick start" note="Everything these pages show is open to programs" />
      <Step title="1. Ask without a key">
        <p>
          Most operations need none. <a href={`${serviceUrl}/docs`}>The reference</a> has all of
          them;{' '}
          <AppLink to="/query" search={{ op: 'listChains' }}>
            the query page
          </AppLink>{' '}
          tries them by a form.
        </p>
        <Command>{`curl -s '${serviceUrl}/v2/chains'`}</Command>
      </Step>
      <Step title="2. Make a key">
        <p>
          Addresses of the pro root need one. Make it on the command line of the service, or on{' '}
          <AppLink to="/keys">the page for keys</AppLink> as an operator.
        </p>
        <Command>almanac keys create --name my-app</Command>
        <Command>{`curl -s -H 'X-API-Key: <KEY>' '${serviceUrl}/api/hacks'`}</Command>
      </Step>
      <Samples
        samples={operationSamples({
          origin: serviceUrl,
          address: '/protocols?fields=name,tvl',
          group: 'tvl',
          operation: 'listProtocols',
          parameters: { fields: 'name,tvl' },
          hasTable: true,
        })}
      />
      <Step title="3. Ask in SQL">
        <p>
          Every fact is a view. <AppLink to="/query">Write a statement</AppLink>, or send one.
        </p>
        <Command>almanac sql "SELECT name, category FROM protocols LIMIT 5"</Command>
      </Step>
      <Step title="4. Read the past">
        <p>
          Every answer can be had as it was known at a moment: add <code>asOf</code>. Figures that
          were revised since are on <AppLink to="/revisions">the page of revisions</AppLink>.
        </p>
        <Command>{`curl -s '${serviceUrl}/v2/chains?asOf=${monthStart()}'`}</Command>
      </Step>
      <Step title="5. Take it away, or follow">
        <p>
          One fact as a file, everything as a snapshot, or a replica that keeps up:{' '}
          <AppLink to="/downloads">downloads</AppLink>.
        </p>
        <Command>{`curl -sN '${serviceUrl}/meta/stream'`}</Command>
      </Step>
    </>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="block">
      <header className="section-head">
        <h2>{title}</h2>
      </header>
      {children}
    </section>
  )
}

/** The first moment of this month, UTC. */
function monthStart(): string {
  return `${new Date().toISOString().slice(0, 7)}-01T00:00:00Z`
}

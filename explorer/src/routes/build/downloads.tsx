import { serviceUrl } from '../../api/origin.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { grouped } from '../../lib/numbers.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'

interface Dataset {
  readonly fact: string
  readonly rows: number
}

/** How to take data away: one fact, a whole snapshot, a replica. */
export function Downloads() {
  const asked = useAnswer<readonly Dataset[]>('/meta/datasets', {}, { knowsPast: false })
  return (
    <>
      <PageHead title="Downloads" />
      <section className="block">
        <header className="section-head">
          <h2>Everything at once</h2>
        </header>
        <p>
          A snapshot holds all facts with all versions as Parquet; a replica keeps up by itself.
        </p>
        <pre>{`almanac snapshot ./snapshot\nalmanac pull ${serviceUrl}`}</pre>
      </section>
      <Block
        title="One fact"
        asked={asked}
        shape={{ rows: 20 }}
        empty={{
          when: (all) => all.every(({ rows }) => rows === 0),
          say: 'No fact has rows yet.',
        }}
      >
        {(all) => (
          <Facts
            lines={all
              .filter(({ rows }) => rows > 0)
              .map(({ fact, rows }) => [
                fact,
                <span key={fact}>
                  {grouped(rows, 0)} rows{' '}
                  {['csv', 'ndjson', 'parquet'].map((format) => (
                    <a
                      key={format}
                      className="action"
                      href={`${serviceUrl}/meta/export/${fact}?format=${format}`}
                    >
                      {format}
                    </a>
                  ))}
                  <AppLink to={`/datasets/${fact}`} className="action">
                    columns
                  </AppLink>
                </span>,
              ])}
          />
        )}
      </Block>
    </>
  )
}

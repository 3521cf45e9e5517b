import { serviceUrl } from '../../api/origin.ts'
import { useAsOf, useOperation } from '../../api/request.ts'
import { Block } from '../../blocks/states/block.tsx'
import { Command } from '../../blocks/states/command.tsx'
import { PlainTable } from '../../blocks/table/plain-table.tsx'
import { grouped } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { Section } from '../../page/section.tsx'
import { FactFiles } from '../trust/dataset-page.tsx'

/** How to take data away: one fact, a whole snapshot, a replica. */
export function Downloads() {
  const asked = useOperation('getDatasets', {}, { knowsPast: false })
  const asOf = useAsOf()
  return (
    <>
      <PageHead
        title="Downloads"
        note={asOf === null ? undefined : 'Files are as of that time that is shown'}
      />
      <Section title="Everything at once">
        <p>
          A snapshot holds all facts with all versions as Parquet; a replica keeps up by itself.
        </p>
        <Command>almanac snapshot ./snapshot</Command>
        <Command>{`almanac pull ${serviceUrl}`}</Command>
      </Section>
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
          <PlainTable label="Facts" heads={['Fact', 'What it says', 'Rows', 'File']}>
            {all
              .filter(({ rows }) => rows > 0)
              .map(({ fact, describe, rows }) => (
                <tr key={fact}>
                  <td className="left name">
                    <AppLink to={`/datasets/${encodeURIComponent(fact)}`}>{fact}</AppLink>
                  </td>
                  <td className="left" title={describe}>
                    {describe}
                  </td>
                  <td>{grouped(rows, 0)}</td>
                  <td className="left">
                    <FactFiles fact={fact} />
                  </td>
                </tr>
              ))}
          </PlainTable>
        )}
      </Block>
    </>
  )
}

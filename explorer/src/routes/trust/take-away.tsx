import { serviceUrl } from '../../api/origin.ts'
import { Command } from '../../blocks/states/command.tsx'
import { useAsOf } from '../../page/use-as-of.ts'

const FORMATS = ['csv', 'ndjson', 'parquet']

/** How to take a fact away: files, as of the moment that is shown, and the commands. */
export function TakeAway({ fact }: { fact: string }) {
  const asOf = useAsOf()
  const moment = asOf === null ? '' : `&asOf=${encodeURIComponent(asOf)}`
  const path = `${serviceUrl}/meta/export/${encodeURIComponent(fact)}`
  return (
    <section className="block">
      <header className="section-head">
        <h2>Take it away</h2>
        <div className="actions">
          {FORMATS.map((format) => (
            <a key={format} className="action" href={`${path}?format=${format}${moment}`} download>
              {format}
            </a>
          ))}
        </div>
      </header>
      <Command>{`almanac export ${fact} -o ${fact}.parquet`}</Command>
      <Command>{`almanac sql "SELECT * FROM ${fact} LIMIT 10"`}</Command>
    </section>
  )
}

import { useState } from 'react'
import type { Sample } from '../../../../src/http/docs/samples.ts'
import { Section } from '../../page/section.tsx'
import '../../blocks/chart/chart.css'
import { Segments } from '../../blocks/chart/segments.tsx'
import { Command } from '../../blocks/states/command.tsx'

/** The same request for other programs; a click copies it. */
export function Samples({ samples }: { samples: readonly Sample[] }) {
  const [chosen, setChosen] = useState('curl')
  const shown = samples.find(({ name }) => name === chosen) ?? samples[0]
  if (shown === undefined) return null
  return (
    <Section title="Copy as">
      <div className="filters">
        <Segments
          label="Copy as"
          options={samples.map(({ name }) => name)}
          value={shown.name}
          onChange={setChosen}
        />
      </div>
      <Command>{shown.text}</Command>
    </Section>
  )
}

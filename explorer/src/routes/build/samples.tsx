import { useState } from 'react'
import { Segments } from '../../blocks/chart/segments.tsx'
import { Command } from '../../blocks/states/command.tsx'
import type { CodeSample } from './code-samples.ts'
import '../../blocks/chart/chart.css'

/** The same request for other programs; a click copies it. */
export function Samples({ samples }: { samples: readonly CodeSample[] }) {
  const [chosen, setChosen] = useState('curl')
  const shown = samples.find(({ name }) => name === chosen) ?? samples[0]
  if (shown === undefined) return null
  return (
    <section className="block">
      <header className="section-head">
        <h2>Copy as</h2>
      </header>
      <div className="filters">
        <Segments
          label="Copy as"
          options={samples.map(({ name }) => name)}
          value={shown.name}
          onChange={setChosen}
        />
      </div>
      <Command>{shown.code}</Command>
    </section>
  )
}

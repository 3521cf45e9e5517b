import { useState } from 'react'
import { Segments } from '../../blocks/chart/segments.tsx'
import { Button } from '../../blocks/controls/button.tsx'
import { CopyButton } from '../../blocks/export/export-actions.tsx'
import { Menu } from '../../blocks/export/menu.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { ChoiceField, SearchField } from '../../blocks/filters/fields.tsx'
import { Spark } from '../../blocks/spark/spark.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { wave } from './example-data.ts'
import { State, Story } from './story.tsx'

const gap = wave(1)
  .slice(0, 30)
  .map((value, day) => (day > 9 && day < 15 ? null : value))

/** Figures and what pages are steered with. */
export function ControlStories() {
  return (
    <>
      <Story name="Figures">
        <State name="Known, missing, awaited">
          <FigureStrip
            items={[
              {
                name: 'Value locked',
                value: 20_611_000_000,
                sign: '$',
                changes: { '1d': 5.55, '7d': -2.07, '30d': null },
              },
              { name: 'Fees', value: null, sign: '$' },
              { name: 'Users', value: 0 },
              { name: 'Volume', value: undefined, isLoading: true },
            ]}
          />
        </State>
      </Story>
      <Story name="Small lines">
        <State name="Whole, with a gap, too short">
          <Spark values={wave(0).slice(0, 30)} />
          <Spark values={gap} />
          <Spark values={[1]} />
        </State>
      </Story>
      <ControlStory />
    </>
  )
}

function ControlStory() {
  const [name, setName] = useState('')
  const [chain, setChain] = useState('')
  const [range, setRange] = useState('90d')
  return (
    <Story name="Controls">
      <State name="Fields">
        <div className="filters">
          <SearchField label="Name" value={name} onChange={setName} />
          <ChoiceField
            label="Chain"
            all="All chains"
            options={['Base', 'Ethereum']}
            value={chain}
            onChange={setChain}
          />
          <Segments
            label="Range"
            options={['30d', '90d', '1y']}
            value={range}
            onChange={setRange}
          />
        </div>
      </State>
      <State name="Actions">
        <div className="filters">
          <Menu name="Export">
            <CopyButton name="Copy a text" text={() => 'example'} />
          </Menu>
          <Button>An action</Button>
          <Button look="primary">The main one</Button>
          <Button look="chip">a filter ×</Button>
          <Watch kind="protocol" id="example" name="an example" />
        </div>
      </State>
    </Story>
  )
}

import './design.css'
import { PageHead } from '../../page/page-head.tsx'
import { ChartStories } from './chart-stories.tsx'
import { ControlStories } from './control-stories.tsx'
import { StateStories } from './state-stories.tsx'
import { State, Story } from './story.tsx'
import { TableStories } from './table-stories.tsx'

/** What pages are made of, each block in each of its states, with figures that never change. */
export function Design() {
  return (
    <>
      <PageHead title="Design" note="Blocks in their states; made-up figures" />
      <ColorStories />
      <ControlStories />
      <ChartStories />
      <StateStories />
      <TableStories />
    </>
  )
}

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8]

/** Type, and the colours of lines and layers. */
function ColorStories() {
  return (
    <>
      <Story name="Type">
        <State name="Text, faint text, figures up and down, code, keys">
          <p>
            Value locked rose <span className="up">+5.55</span> and fell{' '}
            <span className="down">−2.07</span> percent. <span className="dim">Less weight.</span>{' '}
            <span className="faint">Least weight.</span> <code>ethereum:0x5c9d…347b</code>{' '}
            <kbd>/</kbd>
          </p>
        </State>
      </Story>
      <Story name="Colours of series">
        <State name="Lines that are compared">
          <Swatches palette="line" />
        </State>
        <State name="Layers of a stack">
          <Swatches palette="ramp" />
        </State>
      </Story>
    </>
  )
}

function Swatches({ palette }: { palette: 'line' | 'ramp' }) {
  return (
    <ul className="swatches">
      {PLACES.map((place) => (
        <li key={place}>
          <i className={`swatch ${palette}-${place}`} />
          {palette} {place}
        </li>
      ))}
    </ul>
  )
}

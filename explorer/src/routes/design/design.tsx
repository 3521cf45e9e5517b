import { PageHead } from '../../page/page-head.tsx'
import { ChartStories } from './chart-stories.tsx'
import { ColorStories } from './color-stories.tsx'
import { ControlStories } from './control-stories.tsx'
import { StateStories } from './state-stories.tsx'
import { TableStories } from './table-stories.tsx'
import './design.css'

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

import { expect, test } from 'vitest'
import { candleSvg } from './candle-svg.ts'

const colors = {
  ...{ lines: [], ramp: [], rest: '#1', ink: '#2', label: '#3', paper: '#fff', grid: '#5' },
  ...{ rule: '#6', held: '#7', revised: '#8', up: '#0a0', down: '#a00', revisedPaper: '#9' },
  ...{ ghost: '#10', hatch: '#11', font: '11px x' },
}
const bars = [
  { sec: 0, open: 120, high: 200, low: 100, close: 180, volume: 50 },
  { sec: 86_400, open: 150, high: 160, low: 110, close: 130, volume: 100 },
]

test('an image: title and caption, hollow bars that rose, full ones that fell', () => {
  // 104 wide: 14 left and 70 right leave 20, 10 for each bar. 211 high: 125 for the plot, of which
  // 16%, 20, is volume; so a price from 95 to 205 has 105 points.
  const svg = candleSvg(bars, {
    ...{ width: 104, height: 211, scale: 2, title: 'A & B', caption: '<source>', colors },
  })
  expect(svg).toContain('width="208" height="422" viewBox="0 0 104 211"')
  expect(svg).toContain('>A &amp; B</text>')
  expect(svg).toContain('>&lt;source&gt;</text>')
  // The largest volume is as high as there is room: 105 to 125.
  expect(svg).toContain('<path d="M11.5 105h7v20h-7z" fill="#a00" opacity=".35"/>')
  expect(svg).toContain('<path d="M1.5 115h7v10h-7z" fill="#0a0" opacity=".35"/>')
  // From 200 to 100 of 95 to 205, 105 points high: 5/110 and 105/110 of it from above.
  expect(svg).toContain('<path d="M5 4.77V100.23" stroke="#0a0"/>')
  expect(svg).toMatch(/fill="#fff" stroke="#0a0"/)
  expect(svg).toMatch(/fill="#a00" stroke="#a00"/)
})

import { expect, test } from 'vitest'
import { imageSize, pictureSvg } from './picture.ts'

test('an image holds the drawing between its title and its origin, twice as large', () => {
  // 40 for the title, 36 for the origin.
  expect(imageSize(100)).toEqual({ width: 960, height: 176, scale: 2 })
  const svg = pictureSvg('<circle r="1"/>', 100, {
    title: 'A & B',
    caption: '<source>',
    colors: { ink: '#111', label: '#222', paper: '#fff' },
  })
  expect(svg).toContain('width="1920" height="352" viewBox="0 0 960 176"')
  expect(svg).toContain('<rect width="100%" height="100%" fill="#fff"/>')
  expect(svg).toContain('>A &amp; B</text>')
  // 14 on both sides.
  expect(svg).toContain('<svg x="14" y="40" width="932" height="100"><circle r="1"/></svg>')
  expect(svg).toContain('<text x="14" y="166" fill="#222">&lt;source&gt;</text>')
})

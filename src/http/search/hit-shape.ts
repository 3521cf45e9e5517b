import Type from 'typebox'
import { nullableText, number, string } from '../described.ts'
import { ROOTS } from '../route.ts'
import { namedShape, nullable } from '../schemas.ts'
import { SEARCH_KINDS } from '../searchable.ts'

export const hitShape = namedShape('SearchHit', {
  kind: Type.String({ description: 'What it is', enum: [...SEARCH_KINDS] }),
  id: string('Its id among its kind'),
  name: string('Name'),
  symbol: nullableText('Symbol or ticker; null when it has none'),
  root: Type.String({ description: 'Root of the path', enum: [...ROOTS] }),
  path: string('Path of its details on that root'),
  sizeUsd: nullable(
    number(
      'Value in US dollars that hits are ranked by, such as TVL or market cap; null when it is not known',
    ),
  ),
})

export const exampleHit = {
  kind: 'protocol',
  id: '1',
  name: 'Harbor Swap',
  symbol: 'HBR',
  root: 'free',
  path: '/protocol/harbor-swap',
  sizeUsd: 4_200_000_000,
}

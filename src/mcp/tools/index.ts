import type { Tool } from '../tool.ts'
import { company } from './company.ts'
import { compare } from './compare.ts'
import { explainFigure } from './explain-figure.ts'
import { hacksAndRaises } from './hacks-and-raises.ts'
import { protocol } from './protocol.ts'
import { search } from './search.ts'
import { series } from './series.ts'
import { sql } from './sql.ts'
import { stablecoins } from './stablecoins.ts'
import { top } from './top.ts'
import { unlocks } from './unlocks.ts'
import { yields } from './yields.ts'

export const tools: readonly Tool[] = [
  ...[search, protocol, compare, series, top, yields, stablecoins, company, unlocks],
  ...[hacksAndRaises, explainFigure, sql],
]

import type { Body } from '../../api/answers.ts'
import type { Asked } from '../../api/asked.ts'
import { useOperation } from '../../api/use-operation.ts'
import { ExportActions } from '../../blocks/export/export-actions.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import type { Source } from '../../blocks/figure/source.ts'
import { Block } from '../../blocks/states/block.tsx'
import { inUnit, shortText } from '../../lib/numbers.ts'
import '../../blocks/table/table.css'

type SectorDetail = Body<'getEquitySector'>
type Market = Body<'getEquitySectorsOverview'>

const COMPARED = [
  ['Price to earnings', 'trailingPE', 'medianTrailingPE'],
  ['Price to revenue', 'priceToRevenue', 'medianPriceToRevenue'],
  ['Price to book', 'priceToBook', 'medianPriceToBook'],
  ['EV to EBITDA', 'enterpriseValueToEbitda', 'medianEnterpriseValueToEbitda'],
  ['Operating margin, %', 'operatingProfitMarginTTM', 'medianOperatingProfitMarginTTM'],
  ['Dividend yield, %', 'dividendYield', 'medianDividendYield'],
] as const

/** A sector in figures: valuation against the market's medians, and how concentrated it is. */
export function SectorFigures({ sector }: { sector: string }) {
  const asked = useOperation('getEquitySector', { sector })
  const market = useOperation('getEquitySectorsOverview', {}).data?.body
  const figures = asked.data?.body
  const isLoading = asked.isPending
  const source: Source = { operation: 'getEquitySector', parameters: { sector } }
  return (
    <>
      <FigureStrip
        items={[
          {
            name: 'Market cap',
            value: figures?.marketCap,
            sign: '$',
            isLoading,
            source,
            changes: [
              { span: '1d', percent: figures?.priceChangePercentage1d },
              { span: '7d', percent: figures?.priceChangePercentage7d },
            ],
          },
          { name: 'Weight, %', value: figures?.weight, isLoading, source },
          { name: 'Companies', value: figures?.companyCount, isLoading },
          { name: 'Price to earnings', value: figures?.trailingPE, isLoading, source },
          { name: 'Price to revenue', value: figures?.priceToRevenue, isLoading, source },
        ]}
      />
      <div className="columns">
        <Valuation asked={asked} market={market} />
        <Concentration asked={asked} />
      </div>
    </>
  )
}

function Valuation({ asked, market }: { asked: Asked<SectorDetail>; market: Market | undefined }) {
  return (
    <Block
      title="Valuation"
      asked={asked}
      shape={{ rows: 7 }}
      actions={
        <ExportActions
          name="Valuation"
          rows={() => ({
            head: ['Figure', 'Sector', 'Its median', "Market's median"],
            rows: COMPARED.map(([name, member, median]) => {
              const own = asked.data?.body.valuation
              return [name, own?.[member], own?.[median], market?.[median]]
            }),
          })}
          address={asked.data?.address}
        />
      }
    >
      {({ valuation }) => (
        <table className="data" aria-label="Valuation">
          <thead>
            <tr>
              <th scope="col" className="left">
                Figure
              </th>
              <th scope="col">Sector</th>
              <th scope="col" className="wide-only">
                Its median
              </th>
              <th scope="col">Market's median</th>
            </tr>
          </thead>
          <tbody>
            {COMPARED.map(([name, member, median]) => (
              <tr key={member}>
                <td className="left">{name}</td>
                <td>{inUnit(valuation[member], 1, 2)}</td>
                <td className="wide-only">{inUnit(valuation[median], 1, 2)}</td>
                <td>{inUnit(market?.[median], 1, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  )
}

function Concentration({ asked }: { asked: Asked<SectorDetail> }) {
  return (
    <Block title="Concentration" asked={asked} shape={{ rows: 7 }}>
      {({ concentration, description }) => {
        const { top10MarketCapShare, hhi, megaCapCount, megaCapThreshold, medianMarketCap } =
          concentration
        return (
          <>
            {description !== null && <p className="dim">{description}</p>}
            <Facts
              lines={[
                ['Share of the ten largest, %', inUnit(top10MarketCapShare, 1, 1)],
                ['Herfindahl index, 0 to 10,000', inUnit(hhi, 1, 0)],
                [
                  `Companies over ${shortText(megaCapThreshold, { sign: '$' })}`,
                  inUnit(megaCapCount, 1, 0),
                ],
                ['Median market cap', shortText(medianMarketCap, { sign: '$' })],
              ]}
            />
          </>
        )
      }}
    </Block>
  )
}

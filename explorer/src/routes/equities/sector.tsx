import { useMemo } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { useParam } from '../../page/use-param.ts'
import { type Group, groupColumns } from './sectors.tsx'

const columns = groupColumns('Industry', ({ industry }) => industry ?? '')

/** One sector: its figures beside the market's, and its industries. */
export function Sector() {
  const sector = useParam('sector')
  const list = useMemo(
    () =>
      defineList<readonly Group[], Group>({
        title: `Industries of ${sector}`,
        note: <AppLink to="/equities">Equities</AppLink>,
        path: '/equities/v1/industries',
        rowsOf: (groups) => groups.filter(({ sectorSlug }) => sectorSlug === sector),
        keyOf: ({ industrySlug }) => industrySlug ?? '',
        hrefOf: () => '/equities',
        searchIn: ({ industry }) => [industry],
        sort: '-mcap',
        hasTotals: true,
        columns,
        before: () => <SectorFigures sector={sector} />,
      }),
    [sector],
  )
  return <ListPage list={list} />
}

function SectorFigures({ sector }: { sector: string }) {
  const { data, isPending } = useAnswer<Group>('/equities/v1/sector', { sector })
  const figures = data?.body
  return (
    <FigureStrip
      items={[
        {
          name: 'Market cap',
          value: figures?.marketCap,
          sign: '$',
          isLoading: isPending,
          changes: [{ span: '1d', percent: figures?.priceChangePercentage1d }],
        },
        { name: 'Weight, %', value: figures?.weight, isLoading: isPending },
        { name: 'Price to earnings', value: figures?.trailingPE, isLoading: isPending },
        { name: 'Price to revenue', value: figures?.priceToRevenue, isLoading: isPending },
        { name: 'EV to EBITDA', value: figures?.enterpriseValueToEbitda, isLoading: isPending },
      ]}
    />
  )
}

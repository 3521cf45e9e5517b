import { request } from '../../api/request.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { byChain } from './users-by-chain.ts'

export const USER_FIGURES = ['activeUsers', 'uniqueActiveUsers', 'dailyTxs', 'gasUsd'] as const
export type UserFigure = (typeof USER_FIGURES)[number]

const NAMES: Record<UserFigure, string> = {
  activeUsers: 'users by chain',
  uniqueActiveUsers: 'distinct users',
  dailyTxs: 'transactions',
  gasUsd: 'gas',
}

export interface UserView extends SeriesView {
  readonly state: SeriesView['state'] & { readonly users: UserFigure }
  set(changes: Partial<UserView['state']>): void
}

/** Who uses a protocol, a day, on each of its chains. */
export function ProtocolUsers({ id, view }: { id: string; view: UserView }) {
  const { users } = view.state
  return (
    <SeriesBlock
      title="Users a day"
      {...request('getUserData', { type: users, protocolId: id })}
      kind="stack"
      sign={users === 'gasUsd' ? '$' : ''}
      modes={['abs', 'share']}
      height={150}
      view={view}
      isOptional
      seriesOf={byChain}
      tools={
        <Segments
          label="Figure"
          options={USER_FIGURES}
          names={NAMES}
          value={users}
          onChange={(value) => view.set({ users: value })}
        />
      }
    />
  )
}

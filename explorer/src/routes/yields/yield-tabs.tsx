import { PageTabs } from '../../page/page-tabs.tsx'

const TABS = [
  { to: '/yields', name: 'Pools' },
  { to: '/yields/borrow', name: 'Lend and borrow' },
  { to: '/yields/perps', name: 'Perpetual funding' },
  { to: '/yields/staking', name: 'Staking tokens' },
  { to: '/yields/old-keys', name: 'Old keys' },
]

/** The lists of yields beside each other. */
export const YieldTabs = () => <PageTabs label="Yields" tabs={TABS} />

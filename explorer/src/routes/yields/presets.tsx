import { AppLink } from '../../page/app-link.tsx'

const PRESETS: readonly { name: string; search: Readonly<Record<string, string>> }[] = [
  { name: 'stablecoins over $5 M', search: { kind: 'stablecoins', tvl: '5000000..' } },
  {
    name: 'one token, no loss risk',
    search: { exposure: 'single', risk: 'no loss risk', tvl: '1000000..' },
  },
  { name: 'without rewards', search: { reward: 'no rewards', tvl: '1000000..', sort: '-apy' } },
  { name: 'large and steady', search: { tvl: '100000000..', sort: 'sigma' } },
]

/** Ways in that many take; each is an address of this page. */
export const Presets = () => (
  <div className="filters">
    <p className="dim">
      {PRESETS.map(({ name, search }, index) => (
        <span key={name}>
          {index === 0 ? 'Begin with ' : ', '}
          <AppLink to="/yields" search={search}>
            {name}
          </AppLink>
        </span>
      ))}
      .
    </p>
  </div>
)

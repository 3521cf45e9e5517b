import type { RowsBehind } from '../../http/provenance.ts'

export const yieldRowsBehind: RowsBehind = async ({ values: { pool } }) => {
  if (typeof pool !== 'string') return {}
  const columns = { pool: [pool] }
  return { yield_pools: { columns }, yield_samples: { columns }, lending_samples: { columns } }
}

import { describe } from 'vitest'
import { startClickHouse } from '../../test/support/clickhouse/start-server.ts'
import { describeRetention } from '../../test/support/store/retention.ts'
import { describeStore } from '../../test/support/store/suite.ts'

describe('two shards', () => {
  const bench = describeStore(async () => {
    const server = await startClickHouse({ cluster: { name: 'pair', shards: 2 } })
    return {
      place: { path: '', url: server.urls.join(','), cluster: 'pair' },
      stop: () => server.stop(),
    }
  })
  describeRetention(bench)
})

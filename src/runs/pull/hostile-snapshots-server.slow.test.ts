import { startClickHouse } from '../../../test/support/clickhouse/start-server.ts'
import { describeHostile } from '../../../test/support/hostile-ways.ts'

describeHostile(() => startClickHouse())

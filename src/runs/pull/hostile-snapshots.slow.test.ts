import { describeHostile } from '../../../test/support/hostile-ways.ts'

describeHostile()

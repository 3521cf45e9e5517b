export { readEmissionOutput } from './ingest/emission-output.ts'
export { type Incentive, incentiveFacts, readIncentives } from './read/incentives.ts'
export { incentiveRows } from './rows-behind.ts'

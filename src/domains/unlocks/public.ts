export { type Incentive, incentiveFacts, readIncentives } from './read/incentives.ts'

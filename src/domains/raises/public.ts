export { raises } from './facts.ts'
export { raisesState } from './read.ts'
export { listProtocolRaises, protocolRaiseSchema } from './records.ts'

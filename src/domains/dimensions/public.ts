export { measure, sumOf } from './derive/measured.ts'
export { dimensionDays, dimensionMethods } from './facts.ts'
export { openView, type View } from './view.ts'

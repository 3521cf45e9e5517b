import { hostFile } from './host-for-tests.ts'

// A service with one adapter, for tests that end it: `node run-one.ts <checkout> <file>`.
const [, , root = '', file = ''] = process.argv
const checkout = { root, path: (name: string) => `${root}/${name}`, remove: async () => undefined }
await hostFile(checkout, file, { timeSec: 600 })

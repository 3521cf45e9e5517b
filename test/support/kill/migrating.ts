// Opens a store of the first release, which migrates it, to be killed meanwhile.

import { Store } from '../../../src/store/store.ts'
import { laterSizes } from './sizes.ts'

const [place = '{}'] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const store = await Store.open({ facts: [laterSizes], ...JSON.parse(place), log: say })
say('open')
await store.close()

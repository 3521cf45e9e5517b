import { describeHostile } from '../../../../test/support/adapters/hostile.ts'

const READ = (path: string) => `return require('fs').readFileSync(${path}, 'utf8')`
const DENIED = /Access to this API has been restricted|ERR_ACCESS_DENIED/
const LEAVES = /is a link that leaves the checkout \(to .*\): remove it/

describeHostile('a module that wants files', [
  { name: 'a file outside, by its path', body: READ('SECRET'), error: DENIED },
  {
    name: 'a file outside, by a way through the checkout',
    body: READ(`__dirname + '/..' + '/../'.repeat(20) + SECRET`),
    error: DENIED,
  },
  {
    name: 'a link to a file outside',
    links: { 'projects/notes.txt': 'SECRET' },
    body: READ(`__dirname + '/notes.txt'`),
    error: LEAVES,
  },
  {
    name: 'a link to a file outside as its methodology',
    links: { 'data.json': 'SECRET' },
    module: `module.exports = { methodology: require('fs').readFileSync(__dirname + '/../data.json', 'utf8'), ethereum: { tvl: () => ({}) } }`,
    error: LEAVES,
  },
  {
    name: 'a link to a folder outside',
    links: { 'projects/more': 'OUTSIDE' },
    body: READ(`__dirname + '/more/secret.txt'`),
    error: LEAVES,
  },
  {
    name: 'a link to a link to a file outside',
    links: { 'a/one': '../b/two', 'b/two': 'SECRET' },
    body: READ(`__dirname + '/../a/one'`),
    error: LEAVES,
  },
  {
    name: 'a link among installed packages',
    links: { 'node_modules/pkg/index.js': 'SECRET' },
    body: `return require('pkg')`,
    error: LEAVES,
  },
  {
    name: 'a link that is imported as JSON, whose error shows the text',
    links: { 'projects/settings.json': 'SECRET' },
    body: `return require('./settings.json')`,
    error: LEAVES,
  },
  {
    name: 'a link to a file that does not exist yet',
    links: { later: 'OUTSIDE/later.txt' },
    body: READ(`__dirname + '/../later'`),
    error: LEAVES,
  },
  {
    name: 'a link to the processes of the machine',
    links: { self: '/proc/self' },
    body: READ(`__dirname + '/../self/environ'`),
    error: LEAVES,
  },
  {
    name: 'the environment of the service',
    body: READ("'/proc/' + process.ppid + '/environ'"),
    error: DENIED,
  },
  {
    name: 'a list of the files of the machine',
    body: `return require('fs').readdirSync('/')`,
    error: DENIED,
  },
  {
    name: 'a copy of a file outside',
    body: `require('fs').copyFileSync(SECRET, process.cwd() + '/copy')`,
    error: DENIED,
  },
  {
    name: 'a link that it makes itself',
    body: `require('fs').symlinkSync(SECRET, process.cwd() + '/link')`,
    error: /requires full fs.read and fs.write permissions|restricted/,
  },
  {
    name: 'a hard link that it makes itself',
    body: `require('fs').linkSync(SECRET, process.cwd() + '/link')`,
    error: DENIED,
  },
  {
    name: 'a stream, a promise and a blob of a file outside',
    body: `const fs = require('fs'); const tried = [() => fs.promises.readFile(SECRET, 'utf8'), async () => (await fs.openAsBlob(SECRET)).text(), () => new Promise((ok, no) => fs.createReadStream(SECRET).on('error', no).on('data', ok))]
for (const one of tried) await one().then(() => { throw new Error('read') }, (error) => { if (error.code !== 'ERR_ACCESS_DENIED') throw error }); return 'none'`,
    response: 'none',
  },
  {
    name: 'a change of its own code',
    body: `require('fs').writeFileSync(__filename, 'changed')`,
    error: DENIED,
  },
  {
    name: 'a file beside its folder',
    body: `require('fs').writeFileSync(process.cwd() + '/../x', 'x')`,
    error: DENIED,
  },
  {
    name: 'settings loaded from a file',
    body: `process.loadEnvFile(SECRET)`,
    error: /may not load settings/,
  },
  {
    name: 'an import of a file outside',
    body: `return (await import('file://' + SECRET)).default`,
    error: DENIED,
  },
])

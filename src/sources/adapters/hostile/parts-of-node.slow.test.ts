import { describeHostile } from '../../../../test/support/adapters/hostile.ts'

const USE = /may not use (node:)?v8/
const flags = `.setFlagsFromString('--logfile=' + process.cwd() + '/x'); return 'done'`

describeHostile('a module that wants parts of Node', [
  { name: 'the engine’s flags', body: `require('v8')${flags}`, error: USE },
  { name: 'the same as an import', body: `(await import('node:v8'))${flags}`, error: USE },
  { name: 'the same by the process', body: `process.getBuiltinModule('v8')${flags}`, error: USE },
  { name: 'the same by the loader', body: `require('module')._load('v8')${flags}`, error: USE },
  {
    name: 'the same by a loader of its own',
    body: `require('module').createRequire('/x.js')('node:v8')${flags}`,
    error: USE,
  },
  {
    name: 'the same by another name in package.json',
    files: { 'package.json': '{ "name": "collection", "imports": { "#x": "v8" } }' },
    body: `(await import('#x'))${flags}`,
    error: USE,
  },
  {
    name: 'the same by another name in package.json, required',
    files: { 'package.json': '{ "name": "collection", "imports": { "#x": "v8" } }' },
    body: `require('#x')${flags}`,
    error: /may not use (node:)?v8|must be of scheme file/,
  },
  {
    name: 'the same by a resolver that it replaced',
    body: `require('module')._resolveFilename = () => 'v8'; require('./anything')${flags}`,
    error: USE,
  },
  {
    name: 'the same by hooks of its own',
    body: `require('module').registerHooks({ resolve: () => ({ url: 'node:v8', shortCircuit: true }) }); require('./anything')${flags}`,
    error: /may not change how modules are loaded/,
  },
  {
    name: 'the same by a name that changes when it is looked at',
    body: `let n = 0; require('module')._load({ toString: () => (n++ === 0 ? 'fs' : 'v8') })${flags}`,
    error: /setFlagsFromString is not a function|may not use|must be/,
  },
  {
    name: 'the same with changed methods of strings and sets',
    body: `String.prototype.slice = () => 'fs'; Set.prototype.has = () => true; require('v8')${flags}`,
    // Its changes apply to the message of the error, too.
    error: /one\.js: fs$/,
  },
  {
    name: 'the same by the loader, caught by a method of functions',
    body: `let caught; Function.prototype.call = function (...given) { if (this.name !== 'call' && given[1] === 'fs') caught = this; return Reflect.apply(this, given[0], given.slice(1)) }; require('module')._load('fs'); return caught === undefined ? 'none' : Object.keys(caught('v8'))`,
    response: 'none',
  },
  {
    name: 'the same from a text that is run',
    body: `return require('vm').runInThisContext('(r) => r("v8")')(require)${flags.replace('; return', '; 0; return')}`,
    error: USE,
  },
  { name: 'the debugger', body: `require('inspector').open(0)`, error: /may not use inspector/ },
  {
    name: 'a database engine',
    body: `new (require('node:sqlite').DatabaseSync)('x')`,
    error: /may not use node:sqlite/,
  },
  { name: 'WASI', body: `require('wasi')`, error: /may not use wasi/ },
  { name: 'traces', body: `require('trace_events')`, error: /may not use trace_events/ },
  { name: 'clusters', body: `require('cluster')`, error: /may not use cluster/ },
  { name: 'reports', body: `return String(process.report)`, response: 'undefined' },
  {
    name: 'the inside of Node',
    body: `process.binding('spawn_sync')`,
    error: /may not use the inside of Node/,
  },
  {
    name: 'native code',
    body: `process.dlopen({ exports: {} }, '/x.node')`,
    error: /may not load native code/,
  },
])

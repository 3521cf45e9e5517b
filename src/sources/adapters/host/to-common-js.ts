import { replaceEnums } from './enums.ts'

const BARE_IMPORT = /^([ \t]*)import\s*(['"])([^'"\n]+)\2[ \t]*;?/gm
const IMPORT =
  /^([ \t]*)import\s+([\w$*{][^'";()]*?)\s*from\s*(['"])([^'"\n]+)\3(?:\s*(?:with|assert)\s*\{[^}]*\})?[ \t]*;?/gm
const EXPORT_ALL = /^([ \t]*)export\s*\*\s*(?:as\s+(\w+)\s+)?from\s*(['"])([^'"\n]+)\3[ \t]*;?/gm
const EXPORT_FROM = /^([ \t]*)export\s*\{([^}]*)\}\s*from\s*(['"])([^'"\n]+)\3[ \t]*;?/gm
const EXPORT_LIST = /^([ \t]*)export\s*\{([^}]*)\}[ \t]*;?/gm
const EXPORT_DEFAULT_NAMED =
  /^([ \t]*)export\s+default\s+((?:async\s+)?function\s*\*?|class)\s+(\w+)/gm
const EXPORT_DEFAULT = /^([ \t]*)export\s+default\s+/gm
const EXPORT_NAMED = /^([ \t]*)export\s+((?:async\s+)?function\s*\*?|class|const|let|var)\s+(\w+)/gm
const EXPORT_PATTERN = /^([ \t]*)export\s+(const|let|var)\s*\{([^}=]*)\}\s*=/gm

/**
 * A TypeScript module as the CommonJS that collections of adapters run it as: their files import
 * types like values, mix `import` with `require`, and leave out extensions, which modules of the
 * language itself do not allow. `stripTypes` keeps every position.
 */
export function toCommonJs(text: string, stripTypes: (text: string) => string): string {
  const code = stripTypes(replaceEnums(text))
  if (!/^[ \t]*(import|export)\b/m.test(code)) return code
  const getters: string[] = []
  let count = 0
  const give = (name: string, expression: string) => {
    getters.push(
      `Object.defineProperty(exports, ${JSON.stringify(name)}, { enumerable: true, configurable: true, get: () => ${expression} });`,
    )
  }
  const giveList = (list: string, from: string) => {
    for (const [own, given] of readNames(list))
      give(
        given,
        own === 'default' && from !== '' ? `__default(${from}())` : `${from && `${from}().`}${own}`,
      )
  }
  const body = code
    .replace(
      BARE_IMPORT,
      (_whole, indent: string, _quote, target: string) =>
        `${indent}require(${JSON.stringify(target)});`,
    )
    .replace(
      IMPORT,
      (whole: string, indent: string, clause: string, _quote, target: string) =>
        `${indent}${importOf(clause, target, `__module${count++}`)}${linesOf(whole)}`,
    )
    .replace(
      EXPORT_ALL,
      (_whole, indent: string, name: string | undefined, _quote, target: string) => {
        if (name === undefined) return `${indent}__all(require(${JSON.stringify(target)}));`
        give(name, `require(${JSON.stringify(target)})`)
        return indent
      },
    )
    .replace(EXPORT_FROM, (whole: string, indent: string, list: string, _quote, target: string) => {
      const module = `__module${count++}`
      giveList(list, `(() => require(${JSON.stringify(target)}))`)
      return `${indent}const ${module} = require(${JSON.stringify(target)});${linesOf(whole)}`
    })
    .replace(EXPORT_LIST, (whole: string, indent: string, list: string) => {
      giveList(list, '')
      return `${indent};${linesOf(whole)}`
    })
    .replace(EXPORT_PATTERN, (_whole, indent: string, word: string, list: string) => {
      for (const name of list.split(',').map((part) => part.split(':').at(-1)?.trim() ?? ''))
        if (name !== '') give(name, name)
      return `${indent}${word} {${list}} =`
    })
    .replace(EXPORT_DEFAULT_NAMED, (_whole, indent: string, word: string, name: string) => {
      give('default', name)
      return `${indent}${word} ${name}`
    })
    .replace(EXPORT_DEFAULT, '$1exports.default = ')
    .replace(EXPORT_NAMED, (_whole, indent: string, word: string, name: string) => {
      give(name, name)
      return `${indent}${word} ${name}`
    })
  return `${PREFACE}${getters.join(' ')} ${body}`
}

const PREFACE =
  '"use strict"; Object.defineProperty(exports, "__esModule", { value: true }); ' +
  'const __default = (module) => (module && module.__esModule ? module.default : module); ' +
  'const __all = (module) => { for (const name of Object.keys(module)) if (name !== "default" && !(name in exports)) ' +
  'Object.defineProperty(exports, name, { enumerable: true, configurable: true, get: () => module[name] }); }; '

function importOf(clause: string, target: string, module: string): string {
  const named = /\{([\s\S]*)\}/.exec(clause)?.[1] ?? ''
  const others = clause.replace(/\{[\s\S]*\}/, '').split(',')
  const parts = [`const ${module} = require(${JSON.stringify(target)});`]
  for (const other of others.map((part) => part.trim()).filter((part) => part !== '')) {
    const space = /^\*\s*as\s+(\w+)$/.exec(other)?.[1]
    parts.push(
      space === undefined
        ? `const ${other} = __default(${module});`
        : `const ${space} = ${module};`,
    )
  }
  for (const [own, given] of readNames(named))
    parts.push(
      `const ${given} = ${own === 'default' ? `__default(${module})` : `${module}.${own}`};`,
    )
  return parts.join(' ')
}

/** The pairs of `a, b as c`: what it is called there and here. */
function readNames(list: string): [string, string][] {
  return list
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [own = '', given = own] = part.split(/\s+as\s+/)
      return [own, given]
    })
}

function linesOf(text: string): string {
  return '\n'.repeat(text.split('\n').length - 1)
}

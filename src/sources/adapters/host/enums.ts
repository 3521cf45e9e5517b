const ENUM = /^([ \t]*)(export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+(\w+)\s*\{([^}]*)\}/gm
const MEMBER =
  /(?:^|,)\s*(?:(\w+)|'([^']+)'|"([^"]+)")\s*(?:=\s*((?:'[^']*'|"[^"]*"|`[^`]*`|[^,'"`])+?))?\s*(?=,|$)/g

/**
 * Enums as the objects they stand for, since stripping types does not make any. Every line stays
 * where it was, so that messages name the right one.
 */
export function replaceEnums(text: string): string {
  return text.replace(
    ENUM,
    (whole: string, indent: string, exported: string | undefined, name: string, body: string) => {
      const lines = '\n'.repeat(whole.split('\n').length - 1)
      return `${indent}${exported ?? ''}const ${name} = (() => { const ${name} = {}; ${assignments(name, body)} return ${name} })();${lines}`
    },
  )
}

function assignments(name: string, body: string): string {
  const code = body.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s,])\/\/.*$/gm, '$1')
  let before: string | undefined
  const written: string[] = []
  for (const [, plain, single, double, given] of code.matchAll(MEMBER)) {
    const key = JSON.stringify(plain ?? single ?? double ?? '')
    const value = given?.trim() ?? (before === undefined ? '0' : `${name}[${before}] + 1`)
    const isText = /^['"`]/.test(value)
    // A number can be looked up by its value too, as the language has it.
    written.push(
      isText ? `${name}[${key}] = ${value};` : `${name}[${name}[${key}] = ${value}] = ${key};`,
    )
    before = key
  }
  return written.join(' ')
}

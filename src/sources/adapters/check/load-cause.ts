const CAUSES: readonly [RegExp, (found: RegExpExecArray) => string][] = [
  [/is a link that leaves the checkout/, () => 'a link leaves the checkout'],
  [/Cannot find (?:module|package) '([^']+)'/, ([, name = '']) => missing(name)],
  [/ERR_DLOPEN|native code|\.node\b|Native extension/, () => 'needs native code'],
  [/an adapter may not (use [\w:/]+)/, ([, what = '']) => `may not ${what}`],
  [/has no files, programs or network|ERR_ACCESS_DENIED/, () => 'needs files or programs'],
  [/took longer than/, () => 'takes too long to load'],
  [/memory/, () => 'needs more memory'],
  [/SyntaxError|Unexpected|Transform failed|is not valid/, () => 'is not valid code'],
  [/hosts it may not reach: ([^\s,]+)/, ([, host = '']) => `asks ${host} while it is loaded`],
  [/process ended by itself|closed its channel/, () => 'ends its process while it is loaded'],
]

/** Why a module does not load, in words that many modules share. */
export function loadCause(message: string): string {
  for (const [pattern, describe] of CAUSES) {
    const found = pattern.exec(message)
    if (found !== null) return describe(found)
  }
  return 'throws while it is loaded'
}

function missing(name: string): string {
  if (/^[./]/.test(name)) return 'a file of its own is missing'
  const parts = name.split('/')
  const packageName = parts.slice(0, name.startsWith('@') ? 2 : 1).join('/')
  return `the package ${packageName} is not installed`
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/** What a word may have been meant to be: one letter wrong, missing, too many, or two swapped. */
export function typoVariants(word: string): Set<string> {
  const variants = new Set<string>()
  for (let index = 0; index < word.length; index++) {
    const before = word.slice(0, index)
    const [here = '', next = ''] = word.slice(index)
    const after = word.slice(index + 1)
    variants.add(before + after)
    if (next !== '') variants.add(before + next + here + word.slice(index + 2))
    for (const letter of LETTERS) {
      variants.add(before + letter + after)
      variants.add(before + letter + here + after)
    }
  }
  variants.delete(word)
  return variants
}

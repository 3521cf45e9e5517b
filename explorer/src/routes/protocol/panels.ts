/** Panels in the order that was chosen; all of them, in their own, where none was. */
export function chosenPanels<Id extends string>(
  all: readonly Id[],
  chosen: readonly string[],
): readonly Id[] {
  const known = chosen.flatMap((name) => all.find((id) => id === name) ?? [])
  return known.length === 0 ? all : known
}

/** The choice with one panel more, at the end, or without it; one always stays. */
export function switchedPanel(
  all: readonly string[],
  chosen: readonly string[],
  id: string,
): readonly string[] {
  const shown = chosenPanels(all, chosen)
  const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]
  if (next.length === 0) return chosen
  const isWhole = next.length === all.length && next.every((one, place) => one === all[place])
  return isWhole ? [] : next
}

/** The names of fee figures in methodologies, and the line items they are here (financials.md). */
const LINE_ITEMS: Readonly<Record<string, string>> = {
  Fees: 'Gross Protocol Revenue',
  SupplySideRevenue: 'Cost Of Revenue',
  Revenue: 'Gross Profit',
  HoldersRevenue: 'Token Holder Net Income',
}

interface Words {
  methodology?: unknown
  breakdownMethodology?: unknown
}

interface Described extends Words {
  childProtocols?: unknown
}

/** Methodologies under the names of line items; a parent has only those of its children. */
export function inLineItems<T extends Described>(described: T): T {
  const children = Array.isArray(described.childProtocols)
    ? (described.childProtocols as Words[])
    : []
  if (children.length === 0) return { ...described, ...renamed(described) }
  const renamedChildren = children.map((child) => ({ ...child, ...renamed(child) }))
  return {
    ...described,
    methodology: null,
    breakdownMethodology: null,
    childProtocols: renamedChildren,
  }
}

function renamed({ methodology, breakdownMethodology }: Words): Words {
  return {
    methodology: renameKeys(methodology),
    breakdownMethodology: renameKeys(breakdownMethodology),
  }
}

/** What is no line item, such as what the treasury keeps, is left out. */
function renameKeys(named: unknown): unknown {
  if (typeof named !== 'object' || named === null) return null
  const entries = Object.entries(named).flatMap(([name, words]) => {
    const item = LINE_ITEMS[name]
    return item === undefined ? [] : [[item, words] as const]
  })
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

export function toBatches<Item>(items: readonly Item[], size: number): Item[][] {
  const batches: Item[][] = []
  for (let start = 0; start < items.length; start += size)
    batches.push(items.slice(start, start + size))
  return batches
}

/** Does work for each item, at most `limit` in parallel; results are in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return results
}

/** What work finds for batches of items, one batch after another, in one list. */
export async function collectBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (batch: Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  return (await mapConcurrently(toBatches(items, size), 1, work)).flat()
}

const AT_A_TIME = 8;

/** Limits concurrency: with many requests at once some wait so long for the database that they are told to retry later. */
export async function mapWithLimit<Item, Result>(items: readonly Item[], ask: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const person = async () => {
    for (const [index, item] of left) results[index] = await ask(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, person));
  return results;
}

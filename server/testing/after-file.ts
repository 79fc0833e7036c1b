const works: (() => unknown)[] = [];

/** Runs the work after the last test of the file, also when called within `beforeAll`; the last registered runs first. */
export function afterFile(work: () => unknown): void {
  works.push(work);
}

export async function runAfterFile(): Promise<void> {
  for (const work of works.splice(0).reverse()) await work();
}

const works: (() => unknown)[] = [];

/** Does the work after the last test of the file, also when asked within `beforeAll`; what was asked last is done first. */
export function afterFile(work: () => unknown): void {
  works.push(work);
}

export async function runAfterFile(): Promise<void> {
  for (const work of works.splice(0).reverse()) await work();
}

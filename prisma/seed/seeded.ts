import type { DocumentStore } from '#server/ports/documents/document-store.ts';

/** The last document that the demo writes: while it is missing, an earlier attempt was interrupted, and its data is written again. */
const DONE = 'configuracion/demostracion';

export async function isSeeded(store: Pick<DocumentStore, 'get'>): Promise<boolean> {
  return (await store.get(DONE)) !== null;
}

export async function markSeeded(store: Pick<DocumentStore, 'create'>, today: Date): Promise<void> {
  await store.create(DONE, { cargadoEl: today });
}

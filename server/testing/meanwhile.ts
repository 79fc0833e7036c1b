import type { DocumentStore } from '../ports/documents/document-store.ts';

/** Does something between what the next save asks first and its transaction. */
export function meanwhile(store: DocumentStore, work: () => Promise<unknown>): void {
  const transaction = store.transaction.bind(store);
  store.transaction = async (save) => {
    store.transaction = transaction;
    await work();
    return transaction(save);
  };
}

import type { DocumentStore, Fields } from '../ports/documents/document-store.ts';

/** Does the work just before the transaction of the next save, after what the save reads first. */
export function beforeNextTransaction(store: DocumentStore, work: () => Promise<unknown>): void {
  const transaction = store.transaction.bind(store);
  store.transaction = async (save) => {
    store.transaction = transaction;
    await work();
    return transaction(save);
  };
}

/** Does the work just before the next `update` outside of a transaction, or before the next one that `isMeant` accepts. */
export function beforeNextUpdate(
  store: DocumentStore,
  work: () => Promise<unknown>,
  isMeant: (changes: Fields) => boolean = () => true,
): void {
  const update = store.update.bind(store);
  store.update = async (path, changes, precondition) => {
    if (isMeant(changes)) {
      store.update = update;
      await work();
    }
    return update(path, changes, precondition);
  };
}

import type { DocumentStore, Fields } from '../ports/documents/document-store.ts';

/** Does something between what the next save asks first and its transaction. */
export function meanwhile(store: DocumentStore, work: () => Promise<unknown>): void {
  const transaction = store.transaction.bind(store);
  store.transaction = async (save) => {
    store.transaction = transaction;
    await work();
    return transaction(save);
  };
}

/** The same before an update outside of transactions: the next one, or the next that is meant. */
export function beforeUpdate(store: DocumentStore, work: () => Promise<unknown>, isMeant: (changes: Fields) => boolean = () => true): void {
  const update = store.update.bind(store);
  store.update = async (path, changes, precondition) => {
    if (isMeant(changes)) {
      store.update = update;
      await work();
    }
    return update(path, changes, precondition);
  };
}

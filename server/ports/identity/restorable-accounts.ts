interface WrittenAccounts {
  accounts: number;
  /** How many of them have no password any more, so that their people must set a new one. */
  withoutPassword: number;
}

/** Backup and restore of accounts: passwords survive if the store exposes their hashes. */
export interface RestorableAccounts {
  /** One JSON text per account, in pages; only the same kind of store can restore them. */
  read(): AsyncIterable<readonly string[]>;
  isEmpty(): Promise<boolean>;
  write(pages: AsyncIterable<readonly string[]>): Promise<WrittenAccounts>;
  close(): Promise<void>;
}

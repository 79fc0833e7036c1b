interface WrittenAccounts {
  accounts: number;
  /** Of these, those whose people must set a new one. */
  withoutPassword: number;
}

/** Accounts as they lie in a backup and come back from it: whoever had a password keeps it where the store gives its hash. */
export interface KeptAccounts {
  /** One JSON text an account, in pages; only this kind of store reads them back. */
  read(): AsyncIterable<readonly string[]>;
  isEmpty(): Promise<boolean>;
  write(pages: AsyncIterable<readonly string[]>): Promise<WrittenAccounts>;
  close(): Promise<void>;
}

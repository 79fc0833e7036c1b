/** Accounts as they lie in a backup and come back from it: whoever had a password keeps it where the store gives its hash. */
export interface KeptAccounts {
  /** One JSON text an account, in pages; only this kind of store reads them back. */
  read(): AsyncIterable<readonly string[]>;
  isEmpty(): Promise<boolean>;
  /** @returns how many were stored */
  write(pages: AsyncIterable<readonly string[]>): Promise<number>;
  close(): Promise<void>;
}

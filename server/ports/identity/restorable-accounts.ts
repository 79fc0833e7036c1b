import { z } from 'zod';

interface WrittenAccounts {
  accounts: number;
  /** How many of them have no password any more, so that their people must set a new one. */
  withoutPassword: number;
}

export type AccountsKind = 'embedded' | 'firebase';

/** What of an account either kind of store can read: neither can verify the password hashes of the other. */
export const accountOfEither = z.object({ uid: z.string(), email: z.string().optional(), disabled: z.boolean() });

/** Backup and restore of accounts: passwords survive in a store of the same kind if it exposes their hashes. */
export interface RestorableAccounts {
  /** One JSON text per account, in pages. */
  read(): AsyncIterable<readonly string[]>;
  isEmpty(): Promise<boolean>;
  /** @param from the kind of store that the accounts were read from */
  write(pages: AsyncIterable<readonly string[]>, from: AccountsKind): Promise<WrittenAccounts>;
  close(): Promise<void>;
}

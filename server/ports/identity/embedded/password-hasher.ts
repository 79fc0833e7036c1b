import { hash, verify } from '@node-rs/argon2';
import { tidyWithin } from '../../../domain/tidy-text.ts';
import { OWASP_COST } from '../../../platform/slow-hash.ts';
import { MAX_PASSWORD_LENGTH } from '../password-policy.ts';

export interface PasswordHasher {
  /** Argon2id in PHC format. */
  hash(password: string): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
}

/** Tests pass a cheaper `cost`; an existing hash contains its own cost. */
export function createPasswordHasher(cost: { memoryCost: number; timeCost: number; parallelism: number } = OWASP_COST): PasswordHasher {
  // Systems send the same letters composed or decomposed («ñ», «á»): a single form is hashed.
  const form = (password: string) => tidyWithin(password, MAX_PASSWORD_LENGTH, (text) => text.normalize('NFKC'));
  return {
    hash: (password) => hash(form(password), cost),
    verify: (passwordHash, password) => verify(passwordHash, form(password)),
  };
}

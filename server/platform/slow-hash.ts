import { hashRaw } from '@node-rs/argon2';

/** The minimum of the OWASP password storage cheat sheet for Argon2id: 19 MiB, two iterations, parallelism 1. */
export const OWASP_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** For secrets that are looked up by their hash: the caller keeps the salt. Changing the cost makes all stored hashes unfindable. */
export function slowHash(secret: Uint8Array, salt: Uint8Array): Promise<Buffer> {
  return hashRaw(secret, { ...OWASP_COST, salt });
}

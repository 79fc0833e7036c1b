import { hashRaw } from '@node-rs/argon2';

/** The minimum of the OWASP password storage cheat sheet for Argon2id: 19 MiB, two passes, one lane. */
export const OWASP_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** For a secret that is found by its hash: the caller keeps the salt. With another cost nothing that is stored is found any more. */
export function slowHash(secret: Uint8Array, salt: Uint8Array): Promise<Buffer> {
  return hashRaw(secret, { ...OWASP_COST, salt });
}

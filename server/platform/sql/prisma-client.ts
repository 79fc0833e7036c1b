import type { PrismaClient } from '#prisma/generated/client.ts';
import type { Sql } from './sql.ts';

/** Prisma's client, loaded on first use: most processes never use it and pay nothing. */
export interface PrismaOnDemand {
  client(): Promise<PrismaClient>;
  close(): Promise<void>;
}

/**
 * Typed writes of single rows, over the same connections as everything else. Not for anything a page waits for: a query through the
 * client costs 0.4 ms of processor time, and the first one 0.5 s and 77 MB (docs/decisions/041-consulta.md).
 */
export function createPrisma(sql: Sql): PrismaOnDemand {
  let made: Promise<PrismaClient> | null = null;
  return {
    client: () => (made ??= makeClient(sql)),
    close: async () => {
      const client = await made;
      await client?.$disconnect();
    },
  };
}

async function makeClient(sql: Sql): Promise<PrismaClient> {
  const [adapter, generated] = await Promise.all([import('@prisma/adapter-pg'), import('#prisma/generated/client.ts')]);
  return new generated.PrismaClient({ adapter: new adapter.PrismaPg(sql) });
}

import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '#prisma/generated/client.ts';
import type { Sql } from './sql.ts';

/** Typed reads and small writes of the read model, over the same connections as everything else. Bulk work and searches go through pg. */
export function createPrisma(sql: Sql): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(sql) });
}

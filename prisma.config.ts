import { defineConfig } from 'prisma/config';

// Only the Prisma CLI reads this file: the processes get their database from server/config.ts.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
});

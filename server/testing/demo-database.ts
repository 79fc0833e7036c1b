/** 3,000 of them are the uploads of the 3,000 files; the rest are views, downloads and prints. */
const EVENTS = 9_000;
const DAY_MS = 86_400_000;

/**
 * Fills the (migrated, empty) database and the file store that `environment` names with the demo: 40 agencies, 120 people, 25 folders,
 * 3,000 files, events of twelve months. The events end yesterday, so that today's are those of the test.
 */
export async function fillWithDemo(environment: Readonly<Record<string, string>>): Promise<void> {
  // Imported only when needed: it is the whole portal.
  const [{ createPortal }, { loadConfig }, { seedWhenEmpty }, { createLog }] = await Promise.all([
    import('../portal.ts'),
    import('../config/config.ts'),
    import('#prisma/seed/seed-when-empty.ts'),
    import('../platform/log/log.ts'),
  ]);
  const portal = await createPortal(loadConfig(environment), createLog({ level: 'silent', process: 'demo' }));
  try {
    await seedWhenEmpty(portal, { today: new Date(Date.now() - DAY_MS), events: EVENTS });
  } finally {
    await portal.close();
  }
}

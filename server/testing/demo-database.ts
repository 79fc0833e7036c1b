import pino from 'pino';
import { loadDemo } from '#prisma/seed/load-demo.ts';
import { loadConfig } from '../config.ts';
import { createPortal } from '../create-portal.ts';
import type { Documents } from '../documents/document-store.ts';
import { PROJECTIONS } from '../projections.ts';
import type { ReadModel } from '../read-model/read-model.ts';

/** 3,000 of them are the uploads of the 3,000 files; the rest are views, downloads and prints. */
const EVENTS = 9_000;
const DAY_MS = 86_400_000;

/**
 * Fills the (migrated, empty) database and the file store that `environment` names with the demo: 40 agencies, 120
 * people, 25 folders, 3,000 files, events of the twelve months up to yesterday, so that what a test does today is easy to tell apart.
 */
export async function fillWithDemo(environment: Readonly<Record<string, string>>): Promise<void> {
  const portal = await createPortal(loadConfig(environment), pino({ level: 'silent' }));
  try {
    await loadDemo(portal, { today: new Date(Date.now() - DAY_MS), events: EVENTS });
    await projectEverything(portal);
  } finally {
    await portal.close();
  }
}

async function projectEverything({ documents, readModel }: { documents: Documents; readModel: ReadModel }): Promise<void> {
  for (const { database, collection } of PROJECTIONS) {
    for await (const page of documents[database].scan(collection)) await readModel.projectNow(database, page.map((document) => document.path));
  }
}

import { createRandom, inRandomOrder } from '../../prisma/seed/random.ts';

/**
 * Test files that take longer than fifteen seconds (measured beside two others on two cores): browser stories, faults, attacks, whole
 * exports. All of them together take half an hour. `npm test` chooses some by the seed of the run, so that it takes ten minutes; `npm run
 * test:long` runs all, and a file that is named always runs. One slow check is left out of this list because every run needs it: that no
 * guard is gone (tests/mutants/guards.test.ts).
 */
export const SLOW_FILE_SECONDS: Readonly<Record<string, number>> = {
  'tests/http/audit-of-exports.test.ts': 15,
  'bench/ended-early.test.ts': 26,
  'prisma/seed/demo-data.test.ts': 22,
  'server/entrances/commands/backup/demo-backup.test.ts': 120,
  'server/entrances/commands/backup/firestore-backup.test.ts': 40,
  'server/entrances/commands/missing-database.test.ts': 29,
  'server/entrances/commands/read-model/read-model.test.ts': 23,
  'server/ports/documents/firestore/firestore.test.ts': 32,
  'server/platform/isolation/isolated-pool.test.ts': 40,
  'server/ports/queue/queue.redis.test.ts': 15,
  'server/workbooks/write-large-sheet.test.ts': 40,
  'tests/attacks/bytes.test.ts': 86,
  'tests/attacks/documents.test.ts': 152,
  // Runs alone, so both cores are occupied for that long.
  'tests/attacks/texts.test.ts': 48,
  'tests/e2e/app-contents.test.ts': 38,
  'tests/e2e/arrivals.test.ts': 40,
  'tests/e2e/audit.test.ts': 45,
  'tests/e2e/briefcase-files.test.ts': 160,
  'tests/e2e/budgets.test.ts': 68,
  'tests/e2e/bulk-acts.test.ts': 40,
  'tests/e2e/catalog.test.ts': 48,
  'tests/e2e/clerks.test.ts': 34,
  'tests/e2e/content-health.test.ts': 16,
  'tests/e2e/demo.test.ts': 93,
  'tests/e2e/desk.test.ts': 25,
  'tests/e2e/digitized-documents.test.ts': 47,
  'tests/e2e/digitized-files.test.ts': 54,
  'tests/e2e/document-looks.test.ts': 90,
  'tests/e2e/document-types.test.ts': 32,
  'tests/e2e/document-viewer.test.ts': 96,
  'tests/e2e/drafts.test.ts': 18,
  'tests/e2e/durability.test.ts': 17,
  'tests/e2e/early-input.test.ts': 93,
  'tests/e2e/hand-over.test.ts': 25,
  'tests/e2e/home-links.test.ts': 15,
  'tests/e2e/home.test.ts': 16,
  'tests/e2e/image.test.ts': 290,
  'tests/e2e/inbox.test.ts': 23,
  'tests/e2e/large-export.test.ts': 68,
  'tests/e2e/no-javascript.test.ts': 43,
  'tests/e2e/packages-received.test.ts': 49,
  'tests/e2e/packages-sent.test.ts': 58,
  'tests/e2e/paper.test.ts': 110,
  'tests/e2e/people.test.ts': 96,
  'tests/e2e/permission-sets.test.ts': 20,
  'tests/e2e/products.test.ts': 65,
  'tests/e2e/public-pictures.test.ts': 20,
  'tests/e2e/report-links.test.ts': 66,
  'tests/e2e/report-schedules.test.ts': 54,
  'tests/e2e/roles.test.ts': 62,
  'tests/e2e/search.test.ts': 25,
  'tests/e2e/second-factor.test.ts': 60,
  'tests/firestore/second-factor.test.ts': 90,
  'tests/e2e/session.test.ts': 54,
  'tests/e2e/slow-computer.test.ts': 21,
  'tests/e2e/tokens.test.ts': 20,
  'tests/e2e/upload-memory.test.ts': 18,
  'tests/e2e/upload-processes.test.ts': 24,
  'tests/e2e/upload-resume.test.ts': 87,
  'tests/e2e/upload-workbench.test.ts': 51,
  'tests/e2e/viewer-of-another-area.test.ts': 160,
  'tests/e2e/views.test.ts': 25,
  'tests/faults/large-export.test.ts': 66,
  'tests/faults/packages-accepted.test.ts': 63,
  'tests/faults/reliability.test.ts': 110,
  'tests/faults/report-runs.test.ts': 170,
  'tests/faults/rolling-restart.test.ts': 150,
  'tests/faults/silent-loop.test.ts': 94,
  'tests/faults/worker-killed.test.ts': 96,
  'tests/firestore/portal-on-firebase.test.ts': 20,
  'tests/firestore/report-checks.test.ts': 130,
  'tests/firestore/sync-from-firestore.test.ts': 81,
  'tests/http/catalog-browser.test.ts': 26,
  'tests/http/links.test.ts': 20,
  'tests/http/process.test.ts': 23,
  'tests/http/quotes-browser.test.ts': 81,
  'tests/look/filter-bar.test.ts': 95,
  'tests/look/shell-browser.test.ts': 60,
  'tests/plain-backend/files.test.ts': 26,
  'tests/plain-backend/portal.test.ts': 28,
};

/** What all other files leave of the ten minutes. */
const SECONDS_OF_A_RUN = 25;

/**
 * @returns the files that a run with this seed skips. Files are taken in an order given by the seed as long as they fit. One that exceeds
 * the time left is taken with the probability (time left / its time), so that runs take equally long on average.
 */
export function chooseSkippedFiles(seed: number): string[] {
  const random = createRandom(seed);
  const order = inRandomOrder(Object.keys(SLOW_FILE_SECONDS), random);
  let left = SECONDS_OF_A_RUN;
  let chosenCount = 0;
  for (const file of order) {
    const seconds = SLOW_FILE_SECONDS[file] ?? 0;
    if (seconds > left && random.next() > left / seconds) break;
    chosenCount += 1;
    left -= seconds;
    if (left <= 0) break;
  }
  return order.slice(chosenCount).sort();
}

import { createWriteStream } from 'node:fs';
import { beforeAll } from 'vitest';
import { createReports } from '#server/reporting/create-reports.ts';
import { CURRENT_READ_MODEL } from '#server/testing/current-read-model.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { writeSheet } from '#server/workbooks/write-sheet.ts';
import { loadWorld } from './random-documents.ts';
import { describeWorkbooks, workbookCases } from './workbooks.contract.ts';
import { someServices } from '#server/testing/some-services.ts';

const { sql } = await createTestDatabase();
const reports = createReports(someServices({ sql, readModel: CURRENT_READ_MODEL, liveSettings: unchangedSettings() }));
const actor = testStaff();

beforeAll(() => loadWorld(sql, { seed: 12, size: 120 }));

// By the default grouping and by the last one.
describeWorkbooks({
  cases: workbookCases([0, -1]),
  days: { from: '2016-01-01', to: '2026-12-31' },
  sql: () => sql,
  write: async (report, params, file) => {
    const made = await reports.exportReport({ actor, report, params });
    await writeSheet(createWriteStream(file), 'xlsx', made.sheet, made.rows());
  },
});

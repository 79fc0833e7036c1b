import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Staff } from '../../domain/permissions.ts';
import { listVerbs } from '../../lists/list-verbs.ts';
import { createReports } from '../../reporting/create-reports.ts';
import { CURRENT_READ_MODEL } from '../../testing/current-read-model.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { testEditor, testStaff } from '../../testing/test-staff.ts';
import { documentOpeningsReport } from './document-openings-report.ts';
import { FILE_EVENTS } from './event-list.ts';
import { runs } from '../../testing/run-seed.ts';
import { someServices } from '../../testing/some-services.ts';

const { sql } = await createTestDatabase();
const services = someServices({
  sql,
  liveSettings: unchangedSettings(),
  readModel: CURRENT_READ_MODEL,
  registries: { reports: [documentOpeningsReport] },
});
const { findPage } = listVerbs(FILE_EVENTS);
const reports = createReports(services);
const actor = testStaff({ pageSize: 100 });

/** As other programs may write them: with what separates, what patterns and escapes mean, what sorts before, after and among `/`, and none. */
const IDS = [
  'a',
  'A',
  'á',
  'a/b',
  'a.',
  'a0',
  'a b',
  'ab',
  'a%',
  '%',
  '_',
  'a_',
  '\\',
  "'",
  '-',
  '/',
  '/a',
  'a/',
  'ñ',
  '😀',
  '\uffff',
  'x'.repeat(600),
  '',
];
const KINDS = ['view', 'print', 'upload', 'download'];

/** Longer ones no address carries. */
const isAskedFor = (id: string) => id !== '' && id.length < 600;

interface Step {
  what: 'event' | 'untyped' | 'deleted-event' | 'document' | 'gone' | 'deleted';
  event: number;
  document: number;
  area: string;
  /** One of the few of the run. */
  category: number;
  type: string;
  kind: string;
  person: string;
}

const steps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom('event', 'event', 'event', 'untyped', 'deleted-event', 'document', 'document', 'gone', 'deleted'),
    event: fc.nat(30),
    document: fc.nat(9),
    area: fc.constantFrom('digitalization', 'digitalization', 'digitalization', 'briefcase'),
    category: fc.nat(3),
    type: fc.constantFrom(...IDS),
    kind: fc.constantFrom(...KINDS),
    person: fc.constantFrom('u1', 'u2'),
  }),
  { minLength: 15, maxLength: 40 },
);

async function take({ what, event, document, area, type, kind, person }: Step, category: string): Promise<void> {
  const id = `d${document}`;
  if (what === 'event')
    await sql.query(
      `INSERT INTO eventos_archivos (id, kind, area, "fileId", "userId", at, source_version) VALUES ($1, $2, $3, $4, $5, timestamptz '2026-03-04 12:00Z', 1)
       ON CONFLICT (id) DO UPDATE SET kind = $2, area = $3, "fileId" = $4, "userId" = $5, source_deleted = FALSE`,
      [`e${event}`, kind, area, id, person],
    );
  // As when event and document come at the same moment.
  else if (what === 'untyped')
    await sql.query(`UPDATE eventos_archivos SET document_type_key = '' WHERE id = $1 AND area = 'digitalization'`, [`e${event}`]);
  else if (what === 'deleted-event') await sql.query('UPDATE eventos_archivos SET source_deleted = TRUE WHERE id = $1', [`e${event}`]);
  else if (what === 'deleted') await sql.query('DELETE FROM documentos WHERE id = $1', [id]);
  else
    await sql.query(
      `INSERT INTO documentos (id, "categoryId", "documentId", source_deleted, "createdAt", source_version) VALUES ($1, $2, $3, $4, now(), 1)
       ON CONFLICT (id) DO UPDATE SET "categoryId" = $2, "documentId" = $3, source_deleted = $4`,
      [id, category, type, what === 'gone'],
    );
}

/** In the list and its count, and in the report of the year. */
async function found(asked: Record<string, string>) {
  const { rows, total } = await findPage(services, { actor, params: new URLSearchParams(asked) });
  const params = new URLSearchParams({ ...asked, from: '2026-01-01', to: '2026-12-31' });
  const { totals } = await reports.runReport({ actor, report: documentOpeningsReport, params });
  return { ids: rows.map(({ id }) => id).sort(), total, counted: totals.events };
}

it('names people without a record as the ledger does, the last name first, in the report by person', async () => {
  await sql.query('TRUNCATE eventos_archivos, documentos');
  await sql.query(`INSERT INTO eventos_archivos (id, kind, area, "fileId", "userId", "userName", at, source_version) VALUES
    ('n1', 'view', 'digitalization', 'd1', 'gone', 'Eva Choc', '2026-03-04T12:00:00Z', 1),
    ('n2', 'view', 'digitalization', 'd1', 'gone', 'Eva Choc de Tun', '2026-03-05T12:00:00Z', 1),
    ('n3', 'view', 'digitalization', 'd1', 'unnamed', '', '2026-03-05T12:00:00Z', 1)`);
  const params = new URLSearchParams('from=2026-01-01&to=2026-12-31&by=person');
  const { rows } = await reports.runReport({ actor, report: documentOpeningsReport, params });
  expect(rows.map(({ id, name }) => [id, name])).toEqual([
    ['gone', 'Eva Choc de Tun'],
    ['unnamed', 'unnamed'],
  ]);
});

/** What the view says, asked without any index's help. */
async function saidByTheView() {
  const { rows } = await sql.query<{ id: string; categoryId: string; kind: string; userId: string }>(
    `SELECT id, "categoryId", kind, "userId" FROM file_events WHERE NOT source_deleted ORDER BY id COLLATE "C"`,
  );
  return rows;
}

const EVENT: Step = { what: 'event', event: 0, document: 0, area: 'digitalization', category: 0, type: 't', kind: 'view', person: 'u1' };

describe('the category of events', () => {
  it('is looked up in the document for events without a type and for deleted documents', async () => {
    await sql.query('TRUNCATE eventos_archivos, documentos');
    for (const [place, category] of ['a', 'a', 'a', 'a/b', 'b', 'a%'].entries()) {
      await take({ ...EVENT, what: 'document', document: place }, category);
      await take({ ...EVENT, event: place, document: place }, '');
    }
    await take({ ...EVENT, what: 'untyped', event: 1 }, '');
    await take({ ...EVENT, what: 'gone', document: 2 }, 'a');
    expect(await found({ categoryId: 'a' })).toEqual({ ids: ['e0', 'e1', 'e2', 'e3'], total: 4, counted: 4 });
    await take({ ...EVENT, what: 'gone', document: 3 }, 'a/b');
    expect(await found({ categoryId: 'a' })).toEqual({ ids: ['e0', 'e1', 'e2'], total: 3, counted: 3 });
    expect(await found({ categoryId: 'a/b' })).toEqual({ ids: ['e3'], total: 1, counted: 1 });
    await take({ ...EVENT, what: 'deleted', document: 1 }, '');
    expect(await found({ categoryId: 'a' })).toEqual({ ids: ['e0', 'e2'], total: 2, counted: 2 });
  });

  it('selects the events of the view in the list and in the report, whatever the ids', async () => {
    const narrowing = fc.constantFrom<Record<string, string>[]>({}, { kind: 'view' }, { userId: 'u1' }, { kind: 'print', userId: 'u2' });
    await fc.assert(
      // Few categories at a time, so that most have lines.
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 2, maxLength: 4 }),
        steps,
        narrowing,
        async (ids, all, narrowed) => {
          await sql.query('TRUNCATE eventos_archivos, documentos');
          for (const step of all) await take(step, ids[step.category % ids.length] ?? '');
          const lines = await saidByTheView();
          for (const categoryId of new Set([...ids, ...lines.map((line) => line.categoryId), 'never'].filter(isAskedFor))) {
            const asked = { ...narrowed, categoryId };
            const expected = lines.filter((line) =>
              Object.entries(asked).every(([name, value]) => line[name as keyof typeof line] === value),
            );
            expect({ asked, ...(await found(asked)) }).toEqual({
              asked,
              ids: expected.map(({ id }) => id),
              total: expected.length,
              counted: expected.length,
            });
          }
        },
      ),
      { numRuns: runs(6), interruptAfterTimeLimit: 30_000, endOnFailure: true },
    );
  });
});

it('says in words whose lines it leaves: those of the Maletín too, whatever documents somebody may view', async () => {
  const scope = (staff: Staff) => FILE_EVENTS.scope?.(() => Promise.resolve([]), staff);
  expect(await scope(testEditor({}, ['briefcase-reports', 'digitalization-documents']))).toBe(
    'Archivos del Maletín. Ningún documento: sin conjunto de permisos',
  );
  expect(await scope(testEditor({}, ['briefcase-reports']))).toBe('Solo archivos del Maletín');
  expect(await scope(actor)).toBe('');
});

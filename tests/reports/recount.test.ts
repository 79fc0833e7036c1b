import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fields, StoredDocument } from '#server/documents/document-store.ts';
import { addDays } from '#server/domain/dates.ts';
import { applyRows } from '#server/read-model/sync/apply-rows.ts';
import { projectAll } from '#server/read-model/sync/project-documents.ts';
import { readForScreen } from '#server/read-model/pages/screen-query.ts';
import { PROJECTIONS, REPORTS } from '#server/registries.ts';
import { readReportQuery } from '#server/reporting/report-query.ts';
import type { Report, ReportQuestion } from '#server/reporting/report.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { RECOUNTS, type Recount } from './counted-documents.ts';

const { sql } = await createTestDatabase();
const VERSION = BigInt(Date.parse('2040-01-01T00:00:00Z')) * 1_000n;

/** The same documents at every run. */
let seed = 11;
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
const one = <Item>(...items: readonly Item[]): Item => items[random(items.length)] as Item;

/** Around midnight in Guatemala (06:00 UTC), ends of months, leap days and New Year, over twelve years. */
function moment(): Date {
  const day = one('2016-02-29', '2024-02-28', '2024-02-29', '2024-03-01', '2024-12-31', '2025-01-01', '2026-10-31', '2026-11-01');
  const shifted = random(3) === 0 ? addDays(day, random(400) - 200) : day;
  return new Date(Date.parse(`${shifted}T${one('05:59:59.999', '06:00:00.000', '12:34:56.789')}Z`));
}
const later = (at: Date) => new Date(at.getTime() + random(30 * 86_400_000));
const AGENCY = () => one('a1', 'a2', 'a3', '', 'Zona 10 & «Centro»');
const PERSON = () => one('ana', 'luis', '', 'se-fue');

const MAKERS: Readonly<Record<string, () => Fields>> = {
  cotizaciones: () => {
    const createdAt = moment();
    const bitacora = Array.from({ length: random(3) }, () => ({
      fecha: one(later(createdAt), moment()),
      usuario: 'Ana',
      etapa: 'Llamada',
      comentario: 'x',
    }));
    return {
      tipo: one('prestamo', 'ahorro_plazo', 'seguro_vida'),
      agencia: AGENCY(),
      estado: random(2) === 0,
      monto: random(900),
      createdAt,
      bitacora,
    };
  },
  clientes: () => ({
    agencia: AGENCY(),
    estado: random(3) > 0,
    fechaAsociacion: one('', '2024-02-29', '2024-03-01', '2016-12-31', '2026-11-01'),
    nombre: 'Q',
  }),
  documentos: () => ({
    ...{
      documentId: one('t1', 't2'),
      categoryId: one('c1', 'c2', ''),
      agencyId: AGENCY(),
      agencyFromDoc: AGENCY(),
      userId: PERSON(),
      createdBy: PERSON(),
    },
    ...{ status: one('INDEXED', 'ASSIGNED', 'RETURNED', 'RETURNED', 'REVISION'), url: one('', 'https://x.test/a'), createdAt: moment() },
    returnReason: one('Falta firma', 'Falta\nfirma', '  No se lee & «borroso» 100% ', 'á'.repeat(300), ''),
  }),
  PACKAGES: () => {
    const sendedAt = one(null, moment());
    return {
      ...{
        from: PERSON(),
        fromUser: one<Fields>({ agency: 'a1' }, { agency: 'a2' }, {}),
        agencyId: AGENCY(),
        userAssign: PERSON(),
        createdAt: moment(),
      },
      ...{
        status: one('ENTERED', 'SENT', 'ACCEPTED', 'ACCEPTED', 'REJECTED', 'PERDIDO'),
        sendedAt,
        resolutionAt: sendedAt && one(later(sendedAt), moment()),
      },
    };
  },
  auditoria: () => ({
    user: PERSON(),
    userName: 'Ana',
    action: one('REGISTRO CREADO', 'REGISTRO MODIFICADO', 'ALGO DE OTRO PROGRAMA'),
    targetPath: 'agencias/a1',
    at: moment(),
  }),
  maletin_archivos: () => ({
    nombre: 'A',
    carpetaId: one('k1', 'k2', ''),
    tipoDocumentoId: one('t1', ''),
    agenciaId: AGENCY(),
    userId: PERSON(),
    bytes: random(9_000),
  }),
};

const stored: Record<string, StoredDocument[]> = {};
for (const [collection, make] of Object.entries(MAKERS)) {
  stored[collection] = Array.from({ length: 400 }, (_none, at) => {
    const data = { ...make(), isActive: random(12) > 0 };
    return { path: `${collection}/d${at}`, id: `d${at}`, collection, data, version: VERSION, createdVersion: VERSION };
  });
  // The audit of both databases is one.
  const projections = PROJECTIONS.filter((projection) => projection.collection === collection);
  const documents = stored[collection];
  const tables = projections.map((projection, at) => ({
    projection,
    ...projectAll(
      projection,
      documents.filter((_document, index) => index % projections.length === at),
    ),
  }));
  await applyRows(sql, tables);
}
await sql.query(
  `INSERT INTO agencias (id, nombre, "createdAt", source_version) VALUES ('a1', 'Central', now(), 1), ('a2', 'Antigua', now(), 1)`,
);

const ACTOR = testStaff();
const NOW = new Date('2026-11-22T12:00:00Z');
const day = fc.oneof(
  fc.constantFrom('2024-02-29', '2024-03-01', '2024-12-31', '2025-01-01', '2016-02-29', '2026-11-01'),
  fc.integer({ min: 0, max: 4_200 }).map((count) => addDays('2015-12-20', count)),
);

function counted({ among = () => true, day: dayOfOne, filters, collection }: Recount, question: ReportQuestion): Fields[] {
  const { from, to, filters: asked } = question.query;
  const isAsked = (fields: Fields) => Object.entries(asked).every(([name, value]) => value === '' || filters[name]?.(fields) === value);
  const isWithin = (fields: Fields) => {
    if (!dayOfOne) return true;
    const found = dayOfOne(fields);
    return found !== null && from <= found && found <= to;
  };
  // Nobody deactivates an entry of the audit.
  const isThere = ({ isActive }: Fields) => isActive === true || collection === 'auditoria';
  return (stored[collection] ?? [])
    .map(({ data }) => data)
    .filter((fields) => isThere(fields) && among(fields) && isAsked(fields) && isWithin(fields));
}

function groupsOf(documents: readonly Fields[], keyOf: (fields: Fields) => string): Map<string, Fields[]> {
  const groups = new Map<string, Fields[]>();
  for (const fields of documents) groups.set(keyOf(fields), [...(groups.get(keyOf(fields)) ?? []), fields]);
  return groups;
}

interface Counted {
  id: string;
  events: number;
  share: number;
  measures: Record<string, number | null>;
}

it.each(RECOUNTS.map((recount) => [recount.report, recount] as const))(
  '%s counts what its documents say',
  { timeout: 60_000 },
  async (id, recount) => {
    const report = REPORTS.find((one): one is Report<Counted & object, { events: number; groups: number }> => one.id === id);
    if (!report) throw new Error(`no report ${id}`);
    const filter = fc.record(
      Object.fromEntries(
        Object.entries(recount.filters).map(([name, valueOf]) => {
          const values = new Set((stored[recount.collection] ?? []).map(({ data }) => valueOf(data)));
          return [name, fc.constantFrom('', '', '', ...values)];
        }),
      ),
    );
    const asked = fc.record({ by: fc.constantFrom(...Object.keys(recount.groups)), one: day, other: day, filter });
    await fc.assert(
      fc.asyncProperty(asked, async ({ by, one: from, other: to, filter: filters }) => {
        // Also the wrong way round.
        const params = new URLSearchParams({ from, to, by, ...filters });
        const { query } = readReportQuery(report, params, { now: NOW, pageSize: 1_000 });
        expect(query.by).toBe(by);
        const question = { query, today: '2026-11-22', actor: ACTOR };
        const { rows, totals, count } = await readForScreen(sql, (read) => report.run(read, question));
        const documents = counted(recount, question);
        const keyOf = recount.groups[by];
        if (!keyOf) throw new Error(by);
        const expected = [...groupsOf(documents, keyOf)].map(([key, members]) => ({ key, members }));
        expect(rows.map((row) => [row.id, row.events]).sort()).toEqual(expected.map(({ key, members }) => [key, members.length]).sort());
        expect([totals.events, totals.groups, count]).toEqual([documents.length, expected.length, expected.length]);
        for (const [name, measure] of Object.entries(recount.measures ?? {}))
          for (const { key, members } of expected) {
            const row = rows.find((found) => found.id === key);
            const wanted = measure(members);
            if (wanted === null) expect([key, name, row?.measures[name]]).toEqual([key, name, null]);
            else expect(row?.measures[name]).toBeCloseTo(wanted, 5);
          }
        const exported: Counted[] = [];
        for await (const batch of report.rows(sql, question)) exported.push(...batch);
        expect(exported).toEqual(rows);
      }),
      { numRuns: 60 },
    );
  },
);

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sealAudit } from '#server/features/audit/seal-entries.ts';
import { verifyAudit } from '#server/features/audit/verify-audit.ts';
import { createEmbeddedDocumentStore, type EmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { AUDIT_ACTIONS } from '#server/domain/audit-actions.ts';
import { auditList } from '#server/features/audit/audit-list.ts';
import { REGISTRIES } from '#server/registries.ts';
import { listVerbs } from '#server/lists/list-verbs.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { markReference } from '#server/records/record-references.ts';
import { writeAudit } from '#server/records/write-audit.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { withDatabase } from './cluster.ts';
import { alternateMs, atLeast, atMost, elapsedMs, isTrue, medianMs, ms, type BenchOptions, type BenchResult } from './measure.ts';
import { someServices } from '#server/testing/some-services.ts';

const GROUP = 'audit';
const ENTRIES = { full: 100_000, quick: 5_000 };
const VERIFY_MS = 10_000;
const ROWS = { full: 1_000_000, quick: 50_000 };
const PAGE_MS = 50;
const WRITES = 200;
/** Bursts of writes per run of the sealing job. In production it seals what a minute brings, so here it runs far more often. */
const BURSTS = 5;
const ROUNDS = { full: 9, quick: 3 };
const MOST_MEGABYTES = 20;

/** Verifying many entries, writing while entries are sealed, and the audit screen over many entries. */
export function benchAudit({ quick }: BenchOptions): Promise<BenchResult[]> {
  const size = quick ? 'quick' : 'full';
  return withDatabase(async ({ sql }) => {
    const store = createEmbeddedDocumentStore({ sql, database: 'main' });
    const results = [...(await proving(store, ENTRIES[size])), await writing(store, ROUNDS[size]), ...(await reading(sql, ROWS[size]))];
    await store.close();
    return results;
  });
}

async function proving(store: EmbeddedDocumentStore, count: number): Promise<BenchResult[]> {
  const first = Date.parse('2026-01-01T12:00:00Z');
  const entry = (n: number) => {
    const at = new Date(first + n * 1_000);
    const version = BigInt(at.getTime()) * 1_000n;
    const data = {
      user: `persona-${n % 120}`,
      userName: `Persona ${n % 120}`,
      action: AUDIT_ACTIONS.recordUpdated,
      targetPath: `agencias/agencia-${n % 500}`,
      beforeData: { nombre: 'Antes', direccion: `${n} avenida`, horarios: 'Lunes a viernes de 8:00 a 17:00' },
      newData: { nombre: 'Después', direccion: `${n + 1} avenida`, horarios: 'Lunes a sábado de 8:00 a 17:00' },
      at,
      createdAt: at,
      updatedAt: at,
      isActive: true,
      requestId: '',
    };
    return { path: `auditoria/entrada-${String((n * 7_919) % count).padStart(7, '0')}`, data, createdVersion: version, version };
  };
  await store.importDocuments(
    Array.from({ length: count }, (_unused, n) => entry(n)),
    { silent: true },
  );
  const sealing = await elapsedMs(() => sealAudit(store));
  const whole = await verifyAudit(store);
  const verifying = await medianMs(3, () => verifyAudit(store));
  const grown = await heapWhileVerifying(store);
  const what = count.toLocaleString('en');
  return [
    isTrue(GROUP, `${what} sealed entries are whole`, whole.problems.length === 0 && whole.entries === count),
    atMost(GROUP, `${what} entries proved (sealed in ${ms(sealing)})`, verifying, (VERIFY_MS * count) / ENTRIES.full),
    atMost(GROUP, `heap kept while ${what} entries are proved`, grown, MOST_MEGABYTES, (value) => `${value.toFixed(0)} MB`),
  ];
}

/** Heap in use in the middle of the verification, in MB above what was in use before. */
async function heapWhileVerifying(store: EmbeddedDocumentStore): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const inUse = () => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const before = inUse();
  let most = before;
  let calls = 0;
  const watched = {
    ...store,
    getMany: (paths: readonly string[]) => {
      calls += 1;
      if (calls % 5 === 0) most = Math.max(most, inUse());
      return store.getMany(paths);
    },
  };
  await verifyAudit(watched);
  return most - before;
}

/** The rate of audited writes while the sealing job runs over and over, against the rate without it. */
async function writing(store: EmbeddedDocumentStore, rounds: number): Promise<BenchResult> {
  let turn = 0;
  const write = (n: number) =>
    store.transaction(async (tx) => {
      await tx.get(`departamentos/d${n}`);
      tx.update(`departamentos/d${n}`, { nombre: `Nombre ${turn}` });
      writeAudit(tx, {
        actor: { id: 'ana', name: 'Ana' },
        action: AUDIT_ACTIONS.recordUpdated,
        targetPath: `departamentos/d${n}`,
        beforeData: { nombre: 'Antes' },
        newData: { nombre: `Nombre ${turn}` },
      });
    });
  for (let n = 0; n < WRITES; n += 1) await store.create(`departamentos/d${n}`, { nombre: '' });
  const writeAll = async () => {
    for (let burst = 0; burst < BURSTS; burst += 1) {
      turn += 1;
      await Promise.all(Array.from({ length: WRITES }, (_unused, n) => write(n)));
    }
  };
  const [off, on] = await alternateMs(rounds, writeAll, () => Promise.all([writeAll(), sealAudit(store, { minimumAgeMs: 0 })]));
  return atLeast(GROUP, `rate of ${WRITES} parallel audited writes, sealing on / off (${ms(off / BURSTS)})`, off / on, 0.9);
}

async function reading(sql: Sql, rows: number): Promise<BenchResult[]> {
  const [from, to] = ['a1', 'a2'].map((id) => markReference({ table: 'agencias', name: 'nombre' }, id));
  await sql.query(
    `INSERT INTO auditoria (source_database, id, "user", "userName", action, "targetPath", "target_id", "target_name", changes, "createdAt", source_version, search_text)
     SELECT CASE WHEN i % 3 = 0 THEN 'digitalization' ELSE 'main' END, 'e' || lpad(i::text, 8, '0'), 'persona-' || (i % 120), 'Persona ' || (i % 120),
       (ARRAY['REGISTRO MODIFICADO','REGISTRO CREADO','NUEVO ARCHIVO DIGITALIZADO','USUARIO MODIFICADO'])[1 + i % 4],
       (ARRAY['agencias','departamentos','documentos','usuarios'])[1 + i % 4] || '/' || md5((i % 50000)::text), md5((i % 50000)::text), 'Nombre ' || (i % 50000), $2,
       timestamptz '2022-01-01' + i * interval '2 minutes', i,
       'persona ' || (i % 120) || ' registro modificado agencia nombre ' || (i % 50000) || ' ' || md5((i % 50000)::text) || CASE WHEN i % ($1 / 20) = 7 THEN ' quetzalteca' ELSE '' END
     FROM generate_series(1, $1) i`,
    [rows, `Cambió Agencia de ${from} a ${to}`],
  );
  await sql.query('VACUUM ANALYZE');
  const actor = testStaff();
  const { findPage } = listVerbs(auditList(REGISTRIES.records));
  const services = someServices({ sql, liveSettings: unchangedSettings() });
  const questions = {
    'page 1': '',
    'page 200': 'page=200',
    'one person': 'user=persona-7',
    'one action': 'action=USUARIO+MODIFICADO',
    'one database': 'database=digitalization',
    'one record': 'target=agencias/66f041e16a60928b05a7e228a89c3799',
    'one kind of record': 'target=agencias',
    'one month': 'from=2023-05-01&to=2023-05-31',
    'person, action and month': 'user=persona-7&action=USUARIO+MODIFICADO&from=2023-05-01&to=2023-05-31',
    'rare word': 'q=quetzalteca',
    'common word': 'q=registro',
  };
  const results: BenchResult[] = [];
  for (const [what, search] of Object.entries(questions)) {
    const median = await medianMs(9, () => findPage(services, { actor, params: new URLSearchParams(search) }));
    results.push(atMost(GROUP, `list of ${rows.toLocaleString('en')} entries: ${what}`, median, PAGE_MS));
  }
  return results;
}

import { makeDemoData } from '#prisma/seed/demo-data.ts';
import { makeFileEvents } from '#prisma/seed/file-events.ts';
import type { DatabaseName, Fields, StoredDocument } from '#server/ports/documents/document-store.ts';
import { nameOf } from '#server/read-model/projection.ts';
import { applyRows } from '#server/read-model/sync/apply-rows.ts';
import { createProjectionIndex, projectAll } from '#server/read-model/sync/project-documents.ts';
import { PROJECTIONS } from '#server/registries.ts';
import type { Sql } from '#server/platform/sql/sql.ts';

const EVENTS = 500;
const TODAY = new Date('2026-11-19T12:00:00Z');
const index = createProjectionIndex(PROJECTIONS);

export interface SampleDocument {
  database?: DatabaseName;
  path: string;
  data: Fields;
  at?: Date;
}

/** Writes documents as rows of the read model through their projections, without a store. */
export async function projectInto(sql: Sql, documents: Iterable<SampleDocument>): Promise<void> {
  const byProjection = new Map<string, StoredDocument[]>();
  for (const { database = 'main', path, data, at = TODAY } of documents) {
    const projection = index.find(database, path);
    if (!projection) continue;
    const separator = path.lastIndexOf('/');
    const version = BigInt(at.getTime()) * 1_000n;
    const document = { path, id: path.slice(separator + 1), collection: path.slice(0, separator), data, version, createdVersion: version };
    const name = nameOf(projection);
    byProjection.set(name, [...(byProjection.get(name) ?? []), document]);
  }
  const tables = [...byProjection].map(([name, stored]) => {
    const projection = index.byTable(name);
    if (!projection) throw new Error(`no projection ${name}`);
    return { projection, ...projectAll(projection, stored) };
  });
  const { failed } = await applyRows(sql, tables);
  if (failed > 0) throw new Error(`${failed} documents could not be projected`);
}

/** The records of the demo. */
export async function fillWithRecords(sql: Sql): Promise<void> {
  const { documents, people, files } = makeDemoData(TODAY);
  await projectInto(sql, documents);
  await projectInto(sql, makeFileEvents({ people, files, count: EVENTS, today: TODAY }));
}

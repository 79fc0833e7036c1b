import type { StoredDocument } from '../ports/documents/document-store.ts';
import { fragment, identifier, joinFragments, toQuery, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { readId } from '../read-model/field-readers.ts';
import { findPeopleNames, presentUpload, readEarlierFiles } from './earlier-files.ts';
import type { FileArea } from './file-area.ts';
import { ledgerFile, writeUpload } from './ledger.ts';
import type { Services } from '../services.ts';

const PAGE_FILES = 500;

/**
 * Writes upload events that are missing in the ledger: a document and its event are written in different transactions, for some areas in
 * different databases. Run it after the tables were swept; an event that is merely not projected yet is not written twice.
 * @returns the number of events written
 */
export async function addMissingUploads(services: Services, area: FileArea, signal?: AbortSignal): Promise<number> {
  let written = 0;
  for (let after: string | null = ''; after !== null;) {
    const ids: string[] = await findUnrecorded(services, area, after);
    const found = await services.documents[area.database].getMany(ids.map((id) => `${area.collection}/${id}`));
    for (const stored of found) {
      signal?.throwIfAborted();
      if (stored) written += await addUploadsOf(services, area, stored);
    }
    after = ids.length < PAGE_FILES ? null : (ids.at(-1) ?? null);
  }
  if (written > 0) services.log.warn({ area: area.id, written }, 'upload events were missing in the ledger');
  return written;
}

/** One event per present or earlier file of the document. */
async function addUploadsOf(services: Services, area: FileArea, { id, data, createdVersion }: StoredDocument): Promise<number> {
  const uploads = [...readEarlierFiles(data), presentUpload(data, area)];
  const names = await findPeopleNames(
    services,
    uploads.map(({ userId }) => userId),
  );
  let written = 0;
  for (const [earlier, { userId, at }] of uploads.entries()) {
    const actor = { id: userId, name: names.get(userId) ?? '', agencyId: readId(data, area.fields.agencyId) };
    const when = at === '' ? new Date(Number(createdVersion / 1000n)) : new Date(at);
    const event = { kind: 'upload', area, file: ledgerFile(area, id, data, earlier + 1), actor, at: when } as const;
    if (await writeUpload(services, event, earlier)) written += 1;
  }
  return written;
}

async function findUnrecorded({ sql }: Pick<Services, 'sql'>, area: FileArea, after: string): Promise<string[]> {
  const ofFile = fragment`FROM eventos_archivos e WHERE e.area = ${area.id} AND e.kind = 'upload' AND e."fileId" = t.id AND NOT e.source_deleted`;
  const find = (lacks: SqlFragment) =>
    fragment`(SELECT t.id FROM ${identifier(area.collection)} t WHERE t.id > ${after} AND NOT t.source_deleted AND ${lacks} ORDER BY t.id LIMIT ${PAGE_FILES})`;
  const lacking = [
    find(fragment`t.url <> '' AND NOT EXISTS (SELECT 1 ${ofFile})`),
    find(fragment`t.versions <> '[]' AND (SELECT count(*) ${ofFile}) <= jsonb_array_length(t.versions)`),
  ];
  const { rows } = await sql.query<{ id: string }>(
    toQuery(fragment`SELECT id FROM (${joinFragments(lacking, ' UNION ')}) AS found ORDER BY id LIMIT ${PAGE_FILES}`),
  );
  return rows.map(({ id }) => id);
}

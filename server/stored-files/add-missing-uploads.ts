import { fragment, identifier, toQuery } from '../platform/sql-fragment.ts';
import type { FileArea, FileServices } from './file-area.ts';
import { writeUpload } from './ledger.ts';

const PAGE_FILES = 500;

interface UnrecordedFile {
  id: string;
  name: string;
  folderId: string;
  agencyId: string;
  userId: string;
  userName: string;
  createdAt: Date;
}

/**
 * Writes the upload events that the ledger lacks: a document and its event lie in different transactions, and for some
 * areas in different databases. To be run after the tables were swept; an event that is only not projected yet is left as it is.
 * @returns how many were written
 */
export async function addMissingUploads(
  services: Pick<FileServices, 'documents' | 'log' | 'readModel' | 'sql'>,
  area: FileArea,
  signal?: AbortSignal,
): Promise<number> {
  let written = 0;
  for (let after: string | null = ''; after !== null;) {
    const files: UnrecordedFile[] = await findUnrecorded(services, area, after);
    for (const { userId, userName, agencyId, createdAt, ...file } of files) {
      signal?.throwIfAborted();
      const actor = { id: userId, name: userName, agencyId };
      if (await writeUpload(services, { kind: 'upload', area, file, actor, at: createdAt })) written += 1;
    }
    after = files.length < PAGE_FILES ? null : (files.at(-1)?.id ?? null);
  }
  if (written > 0) services.log.warn({ area: area.id, written }, 'upload events were missing in the ledger');
  return written;
}

async function findUnrecorded({ sql }: Pick<FileServices, 'sql'>, area: FileArea, after: string): Promise<UnrecordedFile[]> {
  const { name, folderId, agencyId } = area.fields;
  const { rows } = await sql.query<UnrecordedFile>(
    toQuery(fragment`SELECT t.id, t.${identifier(name)} AS name, t.${identifier(folderId)} AS "folderId", t.${identifier(agencyId)} AS "agencyId",
        t."userId", coalesce(u.name, '') AS "userName", t."createdAt"
      FROM ${identifier(area.collection)} t LEFT JOIN usuarios u ON u.id = t."userId"
      WHERE t.id > ${after} AND NOT t.source_deleted AND NOT EXISTS (SELECT 1 FROM eventos_archivos e
        WHERE e.area = ${area.id} AND e.kind = 'upload' AND e."fileId" = t.id AND NOT e.source_deleted)
      ORDER BY t.id LIMIT ${PAGE_FILES}`),
  );
  return rows;
}

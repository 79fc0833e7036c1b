import { requireMenu, type Staff } from '../../domain/permissions.ts';
import type { Call, Services } from '../../services.ts';
import { fragment, trusted } from '../../platform/sql/sql-fragment.ts';
import { readForScreen, type Read } from '../../read-model/pages/screen-query.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import { visibleFolders } from './access.ts';
import { normalizeExtensions } from '../../stored-files/check-content.ts';
import { maxBytesOf } from './document-type-rules.ts';

interface DocumentTypeChoice extends Choice {
  /** Lower case without dots; empty takes any file. */
  extensions: string[];
  /** Bytes; never more than the portal's own limit. */
  maxBytes: number;
}

/** Where a file can be put: active folders that the person may open, active types. */
export interface UploadChoices {
  folders: Choice[];
  documentTypes: DocumentTypeChoice[];
  /** Nobody uploads without an agency (docs/specification.md section 5). */
  hasAgency: boolean;
}

const IN_USE = trusted('t."isActive" AND NOT t.source_deleted AND t.estado');

/** Errors: `forbidden`. */
export async function findUploadChoices(
  { sql, liveSettings }: Pick<Services, 'sql' | 'liveSettings'>,
  { actor }: Call,
): Promise<UploadChoices> {
  requireMenu(actor, 'briefcase-files');
  return readForScreen(sql, (read) => readUploadChoices(read, actor, liveSettings.current().uploadMaxBytes));
}

/** Whether there is any folder and any type at all: that is enough for a page while nobody uploads. */
export async function readUploadPlaces(read: Read, actor: Staff): Promise<{ folders: boolean; documentTypes: boolean }> {
  const [row] = await read<{ folders: boolean; documentTypes: boolean }>(
    fragment`SELECT EXISTS (SELECT 1 FROM maletin_carpetas t WHERE ${IN_USE} AND ${visibleFolders(actor)}) AS folders,
      EXISTS (SELECT 1 FROM maletin_tipos_documento t WHERE ${IN_USE}) AS "documentTypes"`,
    { keepsPlan: true },
  );
  return row ?? { folders: false, documentTypes: false };
}

/** Folders in the cooperative's order, types by name. */
export async function readUploadChoices(read: Read, actor: Staff, limit: number): Promise<UploadChoices> {
  const folders = await read<Choice>(
    fragment`SELECT t.id, t.nombre AS name FROM maletin_carpetas t WHERE ${IN_USE} AND ${visibleFolders(actor)} ORDER BY t.orden, t.nombre, t.id`,
  );
  const types = await read<Choice & { extensiones: string[]; megabytes: number | null }>(
    fragment`SELECT t.id, t.nombre AS name, t.extensiones, t."tamanoMaximoMb" AS megabytes FROM maletin_tipos_documento t
      WHERE ${IN_USE} ORDER BY t.nombre COLLATE "es-x-icu", t.id`,
  );
  const documentTypes = types.map(({ id, name, extensiones, megabytes }) => ({
    id,
    name,
    extensions: normalizeExtensions(extensiones),
    maxBytes: maxBytesOf(megabytes, limit),
  }));
  return { folders, documentTypes, hasAgency: actor.agencyId !== '' };
}

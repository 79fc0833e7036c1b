import type { Staff } from '../domain/permissions.ts';
import { requireBriefcase, type BriefcaseCall, type BriefcaseServices } from './access.ts';

export interface Choice {
  id: string;
  name: string;
}

export interface DocumentTypeChoice extends Choice {
  /** Lower case without dots; empty takes any file. */
  extensions: string[];
  /** Bytes; never more than the portal's own limit. */
  maxBytes: number;
}

/** What the list can be filtered by. */
export interface ListChoices {
  folders: Choice[];
  documentTypes: Choice[];
  agencies: Choice[];
  users: Choice[];
}

/** Where a file can be put: active folders that the person may open, active types. */
export interface UploadChoices {
  folders: Choice[];
  documentTypes: DocumentTypeChoice[];
}

const MEGABYTE = 1024 * 1024;
const USERS_MAX = 500;

export async function findListChoices(services: Pick<BriefcaseServices, 'sql'>, { actor }: BriefcaseCall): Promise<ListChoices> {
  requireBriefcase(actor);
  const [folders, documentTypes, agencies, users] = await Promise.all([
    readFolders(services, actor, ''),
    read(services, `SELECT id, nombre AS name FROM maletin_tipos_documento WHERE "isActive" AND NOT source_deleted ORDER BY nombre COLLATE "es-x-icu", id`),
    read(services, `SELECT id, nombre AS name FROM agencias WHERE "isActive" AND NOT source_deleted ORDER BY nombre COLLATE "es-x-icu", id`),
    read(services, `SELECT id, name FROM usuarios WHERE "isActive" AND NOT source_deleted ORDER BY name COLLATE "es-x-icu", id LIMIT ${USERS_MAX}`),
  ]);
  return { folders, documentTypes, agencies, users };
}

export async function findUploadChoices(services: Pick<BriefcaseServices, 'sql' | 'config'>, { actor }: BriefcaseCall): Promise<UploadChoices> {
  requireBriefcase(actor);
  const limit = services.config.uploads.maxBytes;
  const [folders, types] = await Promise.all([
    readFolders(services, actor, 'AND estado'),
    services.sql.query<{ id: string; name: string; extensions: string[] | null; megabytes: number | null }>(
      `SELECT id, nombre AS name, extensiones AS extensions, "tamanoMaximoMb" AS megabytes FROM maletin_tipos_documento
       WHERE "isActive" AND estado AND NOT source_deleted ORDER BY nombre COLLATE "es-x-icu", id`,
    ),
  ]);
  const documentTypes = types.rows.map(({ id, name, extensions, megabytes }) => ({
    id, name, extensions: (extensions ?? []).map((item) => item.trim().replace(/^\.+/, '').toLowerCase()).filter((item) => item !== ''),
    maxBytes: Math.min(megabytes !== null && megabytes > 0 ? Math.floor(megabytes * MEGABYTE) : limit, limit),
  }));
  return { folders, documentTypes };
}

async function readFolders(services: Pick<BriefcaseServices, 'sql'>, actor: Staff, more: '' | 'AND estado'): Promise<Choice[]> {
  return read(
    services,
    `SELECT id, nombre AS name FROM maletin_carpetas WHERE "isActive" ${more} AND NOT source_deleted AND ($1::text[] IS NULL OR id = ANY($1)) ORDER BY orden, nombre COLLATE "es-x-icu", id`,
    [actor.folders === 'all' ? null : [...actor.folders]],
  );
}

async function read(services: Pick<BriefcaseServices, 'sql'>, text: string, values: unknown[] = []): Promise<Choice[]> {
  return (await services.sql.query<{ id: string; name: string }>(text, values)).rows;
}

import { fromGrantLines } from '../../domain/document-permissions.ts';
import type { StoryQuery } from '../../domain/story.ts';
import { findRecordStory } from '../../records/record-story.ts';
import type { Story } from '../../records/story.ts';
import type { Staff } from '../../domain/permissions.ts';
import { isAdministrator } from '../../domain/roles.ts';
import type { MatrixCategory } from './domain/type-matrix.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { isActive } from '../../records/content-version.ts';
import { formState, pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { readMatrix } from './find-matrix.ts';
import type { PermissionSetRecord, SetHolder } from './permission-sets.ts';
import { requireSets, SET_KIND } from './set-kind.ts';
import { readSet, SET_FIELDS } from './set.ts';

/** Holders shown in the record. */
const HOLDERS_SHOWN = 100;
const CHOICES_MAX = 500;

/** Errors: `forbidden`, `not-found`. */
export async function getSet({ documents, sql }: Services, { actor, id }: Call & { id: string }): Promise<PermissionSetRecord> {
  requireSets(actor);
  const document = await documents.digitalization.get(pathOf(SET_KIND, id));
  if (!document) throw SET_KIND.notFound(id);
  return { ...toRecord(document, actor), ...(await readHolders(sql, id)) };
}

/** What was changed of a set, newest first. Errors: `forbidden`, `not-found` for an id that cannot be one. */
export async function findSetStory(services: Services, { actor, id, part, before }: Call & StoryQuery & { id: string }): Promise<Story> {
  requireSets(actor);
  const record = { database: SET_KIND.database, path: pathOf(SET_KIND, id), noun: SET_KIND.noun, fields: SET_FIELDS };
  return findRecordStory(services, record, { actor, part, before });
}

function toRecord(document: StoredDocument, actor: Staff): Omit<PermissionSetRecord, keyof Holders> {
  const { version, updatedAt } = formState(SET_KIND, document);
  const inUse = isActive(document.data);
  const mayEdit = isAdministrator(actor);
  return {
    id: document.id,
    ...readSet(document.data),
    isActive: inUse,
    version,
    updatedAt,
    can: { edit: mayEdit && inUse, deactivate: mayEdit && inUse, restore: mayEdit && !inUse },
  };
}

type Holders = Pick<PermissionSetRecord, 'people' | 'holders' | 'holdersTotal'>;

async function readHolders(sql: Pick<Sql, 'query'>, id: string): Promise<Holders> {
  const { rows } = await sql.query<SetHolder & { people: number; total: number }>(
    `SELECT id, coalesce(nullif(name, ''), nullif(email, ''), id) AS name, state,
       (count(*) FILTER (WHERE state) OVER ())::integer AS people, (count(*) OVER ())::integer AS total
     FROM usuarios WHERE digitalization_permission_id = $1 AND "isActive" AND NOT source_deleted
     ORDER BY state DESC, name COLLATE "es-x-icu", id LIMIT ${HOLDERS_SHOWN}`,
    [id],
  );
  return {
    people: rows[0]?.people ?? 0,
    holdersTotal: rows[0]?.total ?? 0,
    holders: rows.map(({ id: person, name, state }) => ({ id: person, name, state })),
  };
}

/** Active people who have the set, whom a change of it affects. */
export async function countPeople(sql: Pick<Sql, 'query'>, id: string): Promise<number> {
  const { rows } = await sql.query<{ people: number }>(
    `SELECT count(*)::integer AS people FROM usuarios
     WHERE digitalization_permission_id = $1 AND state AND "isActive" AND NOT source_deleted`,
    [id],
  );
  return rows[0]?.people ?? 0;
}

/** The rows for these sets, by category. Errors: `forbidden`. */
export async function findMatrix({ sql }: Services, { actor, lines }: Call & { lines: readonly string[] }): Promise<MatrixCategory[]> {
  requireSets(actor);
  return readMatrix(sql, [...fromGrantLines(lines).keys()]);
}

/** Sets to start from or to compare with, by name. Errors: `forbidden`. */
export async function findSetChoices({ sql }: Services, { actor }: Call): Promise<{ id: string; title: string }[]> {
  requireSets(actor);
  const { rows } = await sql.query<{ id: string; title: string }>(
    `SELECT id, coalesce(nullif(title, ''), id) AS title FROM permisos_documentos
     WHERE "isActive" AND NOT source_deleted ORDER BY title COLLATE "es-x-icu", id LIMIT ${CHOICES_MAX}`,
  );
  return rows;
}

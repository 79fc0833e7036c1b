import { dayOf } from '../../domain/dates.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { ReadingState } from '../../domain/readings.ts';
import { allOf, fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { readColleagues } from './colleagues.ts';

export const READINGS_COLLECTION = 'maletin_lecturas';
export const READING_NOUN = { singular: 'lectura obligatoria', plural: 'lecturas obligatorias', gender: 'f' } as const;

/** A person who must read a file, and whether they have read its present version. */
export interface ReadingRow {
  id: string;
  fileId: string;
  nombre: string;
  carpetaId: string;
  userId: string;
  person: string;
  email: string;
  agencyId: string;
  agencyName: string;
  /** False: they are asked but may not open it, so they need not read it. */
  opens: boolean;
  hasta: string;
  motivo: string;
  openedAt: Date | null;
  readAt: Date | null;
  state: ReadingState;
}

/** Condition on a folder `c`: everybody who has it must read its files. */
export const FOLDER_REQUIRES_READING = 'c."lecturaDias" IS NOT NULL AND c."isActive" AND NOT c.source_deleted';
/**
 * Whether a reading `r` of a file is asked of a person `p` as they are now (domain/folder-rules.ts gives folders alike), directly or by the
 * folder.
 */
const IS_REQUIRED = (file: string) =>
  `(p.id = ANY(r.personas) OR p.role = ANY(r.roles) OR p.agency = ANY(r.agencias) OR p.department = ANY(r.departamentos) OR (r.carpeta = ${file}."carpetaId"
    AND r.carpeta = ANY(p.folders) AND EXISTS (SELECT 1 FROM maletin_carpetas c WHERE c.id = r.carpeta AND ${FOLDER_REQUIRES_READING})))`;
const IS_PRESENT = 'r."isActive" AND NOT r.source_deleted';
/** Whether an event is about the file's present version; older events, without a version, are about the only one there was. */
const IS_PRESENT_VERSION = (file: string) => `coalesce(e.version, 1) = jsonb_array_length(${file}.versions) + 1`;
const LEDGER = `eventos_archivos e WHERE e.area = 'briefcase' AND NOT e.source_deleted`;

/** Every file that must be read, with everybody who must read it, as the relation of a list: `(SELECT …)`. */
export async function readingsOf(read: Read): Promise<SqlFragment> {
  const { people: colleagues } = await readColleagues(read);
  const people = colleagues.map(({ id, role, agencyId: agency, departmentId: department, opens }) => {
    return { id, role, agency, department, everything: opens === 'all', folders: opens === 'all' ? [] : opens };
  });
  return fragment`(SELECT r.id || '/' || p.id AS id, r.id AS "fileId", f.nombre, f."carpetaId", p.id AS "userId",
      coalesce(nullif(u.name, ''), u.email) AS person, u.email, u.agency AS "agencyId", coalesce(a.nombre, '') AS "agencyName",
      p.everything OR f."carpetaId" = ANY(p.folders) AS opens, coalesce(r.hasta, '') AS hasta, r.motivo, e.opened AS "openedAt", e.read AS "readAt",
      CASE WHEN e.read IS NOT NULL THEN 'leida' WHEN coalesce(r.hasta, '') < ${dayOf(new Date())} THEN 'vencida' WHEN e.opened IS NOT NULL THEN 'abierta' ELSE 'pendiente' END AS state,
      r."createdAt", TRUE AS "isActive", FALSE AS source_deleted, ''::text AS search_text
    FROM ${trusted(READINGS_COLLECTION)} r JOIN maletin_archivos f ON f.id = r.id AND f."isActive" AND NOT f.source_deleted
    JOIN jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS p(id text, role text, agency text, department text, everything boolean, folders text[]) ON ${trusted(IS_REQUIRED('f'))}
    JOIN usuarios u ON u.id = p.id LEFT JOIN agencias a ON a.id = u.agency
    LEFT JOIN LATERAL (SELECT min(e.at) FILTER (WHERE e.kind = 'confirm') AS read, min(e.at) FILTER (WHERE e.kind <> 'confirm') AS opened
      FROM ${trusted(LEDGER)} AND e.kind = ANY('{view,print,download,confirm}') AND e."fileId" = r.id AND e."userId" = p.id AND ${trusted(IS_PRESENT_VERSION('f'))}) e ON TRUE
    WHERE ${trusted(IS_PRESENT)})`;
}

/** Files `t` that the person must read: overdue ones, those still in time, or those that they confirmed. */
export function mustRead(state: string, { id, role, agencyId, departmentId = '', folders }: Staff): SqlFragment[] {
  const today = dayOf(new Date());
  const due = { vencida: fragment`r.hasta < ${today}`, pendiente: fragment`r.hasta >= ${today}` }[state];
  const asked = allOf([fragment`r.id = t.id`, trusted(IS_PRESENT), trusted(IS_REQUIRED('t')), ...(due ? [due] : [])]);
  const confirmed = fragment`EXISTS (SELECT 1 FROM ${trusted(LEDGER)} AND e.kind = 'confirm' AND e."fileId" = t.id AND e."userId" = ${id} AND ${trusted(IS_PRESENT_VERSION('t'))})`;
  return [
    fragment`EXISTS (SELECT 1 FROM ${trusted(READINGS_COLLECTION)} r, (VALUES (${id}::text, ${role}::text, ${agencyId}::text, ${departmentId}::text, ${folders === 'all' ? [] : [...folders]}::text[])) p(id, role, agency, department, folders) WHERE ${asked})`,
    due ? fragment`NOT ${confirmed}` : confirmed,
  ];
}

import path from 'node:path';
import { beforeAll } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { DatabaseName, Fields, StoredDocument } from '#server/ports/documents/document-store.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { putRoleRow, putStaffRow } from '#server/testing/staff-rows.ts';
import { signInAs, type Person } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const build = await loadBuild();

export const HTML = { Accept: 'text/html' };
export const JSON_ONLY = { Accept: 'application/json' };

let made = 0;
/** A new token with each call. */
export const formToken = () => `formulario-numero-${String((made += 1)).padStart(6, '0')}`;

/** Packages between three agencies over HTTP, with one document type (`c1`, `t1`). */
export function usePackagesWeb() {
  const web = useTestWeb({ app: { build } });

  async function put(database: DatabaseName, place: string, data: Fields): Promise<void> {
    await web.portal.documents[database].set(place, data);
    await web.portal.readModel.projectNow(database, [place]);
  }

  /** A person of that agency who may do everything with documents of that type except print and download. */
  async function person(name: string, agency: string): Promise<Person> {
    const signed = await signInAs(web, { name, role: 'digitalizador', folders: [] });
    await putStaffRow(web.portal.sql, {
      id: signed.id,
      name,
      email: `${name}@prueba.coop`,
      role: 'digitalizador',
      agency,
      digitalization_permission_id: 'todo',
    });
    return signed;
  }

  async function stored(place: string): Promise<StoredDocument> {
    const found = await web.portal.documents.digitalization.get(place);
    if (!found) throw new Error(`${place} is not stored`);
    return found;
  }

  /** Actions that the audit has about it. */
  async function auditOf(targetPath: string) {
    const where = [{ field: 'targetPath', op: '==', value: targetPath } as const];
    return (await web.portal.documents.digitalization.query({ collection: 'auditoria', where })).map(({ data }) => data['action']);
  }

  const look = (by: Person, address: string, headers: Record<string, string> = HTML) =>
    web.get(address, { headers: { ...headers, Origin: web.base, ...by.headers } });
  const send = (by: Person, address: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = HTML) =>
    web.get(address, { method: 'POST', body: new URLSearchParams(fields), headers: { ...headers, Origin: web.base, ...by.headers } });

  beforeAll(async () => {
    await put('digitalization', 'categorias/c1', { nombre: 'Legal' });
    await put('digitalization', 'tipos_documento/t1', { nombre: 'Poder', categoryId: 'c1' });
    await put('digitalization', 'permisos_documentos/todo', { title: 'Todo', permissions: { c1: { t1: ['create', 'view', 'edit'] } } });
    for (const [id, nombre] of [
      ['agencia-01', 'Agencia Central'],
      ['agencia-02', 'Agencia Norte'],
      ['agencia-03', 'Agencia Sur'],
    ] as const)
      await put('main', `agencias/${id}`, { nombre });
    await putRoleRow(web.portal.sql, {
      id: 'digitalizador',
      menus: ['home', 'digitalization-documents', 'packages-sent', 'packages-received', 'quotes'],
    });
  });
  return { web, put, person, stored, auditOf, look, send };
}

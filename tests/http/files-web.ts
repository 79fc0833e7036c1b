import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect } from 'vitest';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { readText } from '#server/read-model/field-readers.ts';
import { putRoleRow, putStaffRow } from '#server/testing/staff-rows.ts';
import { signInAs, type Person } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

const THREE_PAGES = await readFile(path.resolve(import.meta.dirname, '../../server/pages/testing/files/three.tif'));

export const UPLOAD = '/digitalization-documents/upload';
export const FILES = '/digitalization-documents/files';
const ALL = ['create', 'view', 'print', 'download', 'edit'];
const SETS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  todo: { escritura: ALL, acta: ALL, plano: ALL },
  indexa: { escritura: ['create', 'view'], acta: ['create'] },
  mira: { escritura: ['view'] },
  imprime: { escritura: ['view', 'print'] },
  descarga: { escritura: ['view', 'download'] },
};
export interface Answer {
  status: number;
  json: Readonly<Record<string, unknown>>;
}

export const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Files of digitized documents over HTTP, with people of each permission set; `sinagencia` has no agency. */
export function useFilesWeb(environment: Record<string, string> = {}) {
  const web = useTestWeb({ environment });
  const people: Record<string, Person> = {};

  async function put(place: string, data: Fields): Promise<void> {
    await web.portal.documents.digitalization.set(place, data);
    await web.portal.readModel.projectNow('digitalization', [place]);
  }

  const headersOf = (name: string) => ({ ...people[name]?.headers, Origin: web.base, Accept: 'application/json' });
  const get = (name: string, address: string) => web.get(address, { headers: headersOf(name) });

  async function upload(
    name: string,
    content: Buffer | null,
    fields: Readonly<Record<string, string>> = {},
    fileName = 'escaneo.tif',
  ): Promise<Answer> {
    const form = new FormData();
    const all = 'id' in fields ? fields : { documentName: 'Escritura 12/2026', categoryId: 'legal', documentId: 'escritura', ...fields };
    for (const [field, value] of Object.entries(all)) if (value !== '-') form.append(field, value);
    if (content) form.append('file', new Blob([new Uint8Array(content)]), fileName);
    const response = await web.get(UPLOAD, { method: 'POST', body: form, headers: headersOf(name) });
    return { status: response.status, json: (await response.json()) as Answer['json'] };
  }

  async function uploaded(
    name: string,
    content: Buffer,
    fields: Readonly<Record<string, string>> = {},
    fileName?: string,
  ): Promise<string> {
    const { status, json } = await upload(name, content, fields, fileName);
    expect([status, json]).toEqual([201, expect.anything()]);
    return String(json['id']);
  }

  const stored = async (id: string) => (await web.portal.documents.digitalization.get(`documentos/${id}`))?.data ?? {};
  async function entriesOf(database: 'digitalization' | 'main', collection: string, field: string, value: string): Promise<Fields[]> {
    const found = await web.portal.documents[database].query({ collection, where: [{ field, op: '==', value }] });
    return found.sort((one, other) => Number(one.version - other.version)).map(({ data }) => data);
  }
  const eventsOf = (id: string) => entriesOf('main', 'eventos_archivos', 'fileId', id);
  const auditOf = (id: string) => entriesOf('digitalization', 'auditoria', 'targetPath', `documentos/${id}`);
  const kindsOf = async (id: string) =>
    (await eventsOf(id)).map(
      ({ kind, userId }) => `${readText({ kind: kind ?? null }, 'kind')} ${userId === people['todo']?.id ? 'todo' : 'otro'}`,
    );
  const versionOf = async (id: string) => {
    const { id: actorId } = people['todo'] ?? { id: '' };
    const actor = await web.portal.staff.loadStaff({ uid: actorId, sessionId: '' });
    if (!actor) throw new Error('nobody');
    return (await web.portal.digitalization.getDocument({ actor, id })).version;
  };
  let copies = 0;
  /** A three-page scan with unique content. */
  const tiff = () => Buffer.concat([THREE_PAGES, Buffer.from(`\0${(copies += 1)}`)]);

  beforeAll(async () => {
    await put('categorias/legal', { nombre: 'Legal' });
    await put('categorias/otra', { nombre: 'Otra' });
    await put('tipos_documento/escritura', { nombre: 'Escritura', categoryId: 'legal' });
    const campos = [
      { clave: 'finca', etiqueta: 'Finca', tipo: 'numero', obligatorio: true, validador: '', opciones: [] },
      { clave: 'dpi', etiqueta: 'DPI', tipo: 'texto', obligatorio: false, validador: 'dpi', opciones: [] },
    ];
    await put('tipos_documento/acta', { nombre: 'Acta', categoryId: 'legal', campos });
    await put('tipos_documento/plano', { nombre: 'Plano', categoryId: 'legal', extensiones: ['.PDF', 'png'] });
    await put('constantes/fieldValidators', { items: [{ id: 'dpi', value: '^\\d{13}$' }] });
    await putRoleRow(web.portal.sql, { id: 'digita', menus: ['home', 'digitalization-documents'] });
    for (const [name, types] of Object.entries(SETS)) {
      await put(`permisos_documentos/${name}`, { title: name, permissions: { legal: types } });
      people[name] = await signInAs(web, { name, role: 'digita', folders: [], permissionSet: name });
    }
    people['sinagencia'] = await signInAs(web, { name: 'sinagencia', role: 'digita', folders: [], permissionSet: 'todo' });
    await putStaffRow(web.portal.sql, {
      id: people['sinagencia'].id,
      email: 'sinagencia@prueba.coop',
      role: 'digita',
      agency: '',
      digitalization_permission_id: 'todo',
    });
  });
  return { web, people, put, headersOf, get, upload, uploaded, stored, eventsOf, auditOf, kindsOf, versionOf, tiff };
}

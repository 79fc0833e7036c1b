import { createHash } from 'node:crypto';
import { contentTypeWords } from '../../../domain/file-types.ts';
import { TEXT } from '../../../ports/files/testing/sample-files.ts';
import type { Entity } from '../../../testing/lifecycle/lifecycle.contract.ts';
import { briefcaseFilesProjection } from '../briefcase-files.projection.ts';
import type { FileConflict } from '../update-file.ts';
import { staffOfTest, uploaded, type BriefcaseServer } from './briefcase-server.ts';

const pathOf = (id: string) => `maletin_archivos/${id}`;
const idOf = (path: string) => path.slice('maletin_archivos/'.length);
const people = [staffOfTest(), staffOfTest({ id: 'luis', name: 'Luis Cuc', sessionId: 's2' })] as const;
const [actor] = people;

/** Files of the Maletín, for the steps that every entity is put through; the server exists only once the tests run. */
export function fileEntity(server: () => BriefcaseServer): Entity {
  const urls = new Map<string, string>();
  const call = (path: string) => ({ actor, id: idOf(path) });
  return {
    projection: briefcaseFilesProjection,
    async create(change) {
      const { id } = await uploaded(server(), TEXT, 'subida.txt', { name: `C:\\carpeta ajena\\${{ ...FIRST, ...change }.nombre}` });
      const stored = await server().documents.main.get(pathOf(id));
      urls.set(pathOf(id), stored?.data['url'] as string);
      return pathOf(id);
    },
    first: FIRST,
    writes: (path) => ({
      agenciaId: 'central',
      url: urls.get(path) ?? null,
      contentType: 'text/plain; charset=utf-8',
      bytes: TEXT.length,
      sha256: createHash('sha256').update(TEXT).digest('hex'),
      userId: 'ana',
      fileName: 'subida.txt',
      versions: [],
    }),
    title: 'nombre',
    // The extension stays, whatever name is given: it says what the content is.
    titled: (text) => `${text}.txt`,
    searches: ['titulo peculiar 12', 'TÍTULO', 'peculiar 1/2', '12\\ titulo', 'txt'],
    find: async (params) => (await server().briefcase.findFiles({ actor, params })).rows.map(({ id }) => pathOf(id)),
    editing: {
      second: { nombre: 'Ñandú «nuevo» 3.txt', carpetaId: 'contratos', tipoDocumentoId: 'texto' },
      version: async (path) => (await server().briefcase.getFile(call(path))).version,
      save: (person, { path, version, values }) =>
        server().briefcase.updateFile({ ...call(path), actor: people[person], ifVersion: version, values }),
      conflict: ({ details }) => {
        const { stored, submitted, differing, version } = details as unknown as FileConflict;
        return { stored: { ...stored }, submitted: { ...submitted }, differing, version };
      },
    },
    removing: {
      deactivate: (path) => server().briefcase.deactivateFile(call(path)),
      restore: (path) => server().briefcase.restoreFile(call(path)),
    },
    exported: (params) => server().briefcase.exportFiles({ actor, params }),
    cells: (row) => ({
      Nombre: row['nombre'],
      Carpeta: 'Actas',
      'Tipo de documento': 'Cualquiera',
      'Tamaño (MB)': row['bytes'],
      'Cargado por': 'Ana Pérez',
      Agencia: 'Agencia Central',
      'Fecha de carga': row['createdAt'],
      Formato: contentTypeWords(String(row['contentType'])),
      Código: row['id'],
    }),
  };
}

const FIRST = { nombre: 'Título Peculiar 12.txt', carpetaId: 'actas', tipoDocumentoId: 'libre' } as const;

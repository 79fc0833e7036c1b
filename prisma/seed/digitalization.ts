import type { Fields } from '#server/ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '#server/domain/audit-actions.ts';
import { keyOf, readExtraFields } from '#server/domain/extra-fields.ts';
import type { DemoPerson, SeedDocument } from './demo-data.ts';
import { toSeedDocuments, type Doer } from './demo-record.ts';
import { makeDigitizedDocuments, type DemoScan, type DemoType } from './digitized-documents.ts';
import { DIGITALIZATION_CATEGORIES } from './digitalization-vocabulary.ts';
import { makePackages } from './packages.ts';
import { makePermissionSets, mayIn } from './permission-sets.ts';

interface Setting {
  founded: Date;
  today: Date;
  /** Who created categories, types and sets. */
  by: DemoPerson;
  /** One per agency. */
  clerks: readonly DemoPerson[];
  /** People to whom documents are assigned. */
  holders: readonly DemoPerson[];
}

export interface DemoDigitalization {
  /** Everything but the documents with files. */
  documents: SeedDocument[];
  scans: DemoScan[];
}

/** The database `digitalization`: categories, document types, permission sets, documents and packages, each with its audit. */
export function makeDigitalization({ founded, today, by, clerks, holders }: Setting): DemoDigitalization {
  const settings: { path: string; data: Fields }[] = [];
  const types: DemoType[] = [];
  DIGITALIZATION_CATEGORIES.forEach(([nombre, descripcion, ofCategory], index) => {
    const categoryId = `categoria-${twoDigits(index + 1)}`;
    settings.push({ path: `categorias/${categoryId}`, data: { nombre, descripcion, estado: true } });
    for (const [name, extensiones, retencionAnios, fields] of ofCategory) {
      const id = `tipo-digital-${twoDigits(types.length + 1)}`;
      const campos = fields.map(([etiqueta, tipo, more = {}]) => ({
        clave: keyOf(etiqueta),
        etiqueta,
        tipo,
        obligatorio: more.optional !== true,
        validador: more.validador ?? '',
        opciones: [...(more.opciones ?? [])],
      }));
      types.push({ id, categoryId, name, extensions: extensiones, fields: readExtraFields(campos) });
      settings.push({
        path: `tipos_documento/${id}`,
        data: { nombre: name, categoryId, descripcion: '', estado: true, extensiones: [...extensiones], retencionAnios, campos },
      });
    }
  });
  const sets = makePermissionSets(types);
  settings.push(...sets.map(({ id, ...data }) => ({ path: `permisos_documentos/${id}`, data })));
  const may = mayIn(sets);
  const scans = makeDigitizedDocuments({ today, types, clerks, holders, may });
  // Packages come last: some of the documents travel in them.
  const packages = makePackages({ today, types, administrator: by, clerks, scans, may });
  return {
    documents: [
      ...settings.flatMap((record, index) => withAudit(record, new Date(founded.getTime() + index * 1_000), by)),
      ...packages.flatMap(toSeedDocuments),
    ],
    scans,
  };
}

function withAudit({ path, data }: { path: string; data: Fields }, at: Date, by: Doer): SeedDocument[] {
  const generic = { isActive: true, createdAt: at, updatedAt: at };
  const entry = {
    user: by.id,
    userName: by.name,
    action: path.startsWith('permisos_documentos/') ? AUDIT_ACTIONS.digitizationPermissionCreated : AUDIT_ACTIONS.recordCreated,
    targetPath: path,
    beforeData: null,
    newData: data,
    at,
    requestId: '',
  };
  return [
    { database: 'digitalization', path, data: { ...data, ...generic }, at },
    { database: 'digitalization', path: `auditoria/demo-${path.replace('/', '-')}`, data: { ...entry, ...generic }, at },
  ];
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

import type { Fields } from '#server/documents/document-store.ts';
import { AUDIT_ACTIONS } from '#server/domain/audit-actions.ts';
import { DOCUMENT_ACTIONS } from '#server/domain/document-permissions.ts';
import { keyOf, readExtraFields } from '#server/domain/extra-fields.ts';
import type { DemoPerson, SeedDocument } from './demo-data.ts';
import { seedOf, type Doer } from './demo-record.ts';
import { makeDigitizedDocuments, type DemoScan, type DemoType } from './digitized-documents.ts';
import { DIGITALIZATION_CATEGORIES } from './digitalization-vocabulary.ts';
import { makePackages } from './packages.ts';

interface Setting {
  founded: Date;
  today: Date;
  /** Who created categories, types and sets. */
  by: DemoPerson;
  clerks: readonly DemoPerson[];
  /** Who is given documents, besides the clerks. */
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
        ...{ clave: keyOf(etiqueta), etiqueta, tipo, obligatorio: more.optional !== true },
        ...{ validador: more.validador ?? '', opciones: [...(more.opciones ?? [])] },
      }));
      types.push({ id, categoryId, name, extensions: extensiones, fields: readExtraFields(campos) });
      settings.push({
        path: `tipos_documento/${id}`,
        data: { nombre: name, categoryId, descripcion: '', estado: true, extensiones: [...extensiones], retencionAnios, campos },
      });
    }
  });
  settings.push(...makePermissionSets(types));
  const scans = makeDigitizedDocuments({ today, types, clerks, holders: [...clerks, ...holders] });
  // Packages come after: some of the documents go from hand to hand in them.
  const packages = makePackages({ today, types, administrator: by, clerks, scans });
  return {
    documents: [
      ...settings.flatMap((record, index) => withAudit(record, new Date(founded.getTime() + index * 1_000), by)),
      ...packages.flatMap(seedOf),
    ],
    scans,
  };
}

/** Who may do what: those who work with credits, those who only look things up, and those who digitize. */
export const DEMO_SETS = { credits: 'permisos-01', lookup: 'permisos-02', digitizing: 'permisos-03' } as const;

function makePermissionSets(types: readonly DemoType[]): { path: string; data: Fields }[] {
  const allow = (actionsIn: (categoryId: string) => readonly string[]) => {
    const permissions: Record<string, Record<string, readonly string[]>> = {};
    for (const { id, categoryId } of types) {
      const actions = actionsIn(categoryId);
      if (actions.length > 0) (permissions[categoryId] ??= {})[id] = [...actions];
    }
    return permissions;
  };
  const credits: Readonly<Record<string, readonly string[]>> = {
    'categoria-01': ['create', 'view', 'print', 'download', 'edit'],
    'categoria-02': ['create', 'view', 'edit'],
    'categoria-04': ['view', 'print'],
  };
  return [
    {
      path: `permisos_documentos/${DEMO_SETS.credits}`,
      data: { title: 'Créditos', agencyScope: 'own', permissions: allow((category) => credits[category] ?? []) },
    },
    {
      path: `permisos_documentos/${DEMO_SETS.lookup}`,
      data: {
        title: 'Consulta general',
        agencyScope: 'all',
        permissions: allow((category) => (category === 'categoria-06' ? [] : ['view'])),
      },
    },
    {
      path: `permisos_documentos/${DEMO_SETS.digitizing}`,
      data: { title: 'Digitalización', agencyScope: 'all', permissions: allow(() => DOCUMENT_ACTIONS) },
    },
  ];
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

import type { Fields } from '#server/documents/document-store.ts';
import { AUDIT_ACTIONS } from '#server/domain/audit-actions.ts';
import { keyOf, readExtraFields, type ExtraField } from '#server/domain/extra-fields.ts';
import type { SeedDocument } from './demo-data.ts';
import { makeDigitizedDocuments } from './digitized-documents.ts';
import { makePackages } from './packages.ts';
import { DIGITALIZATION_CATEGORIES } from './digitalization-vocabulary.ts';

interface Setting {
  founded: Date;
  /** Who created everything. */
  by: { id: string; name: string };
}

/** Categories, document types and permission sets of the database `digitalization`, each with the audit entry of its creation. */
export function makeDigitalization({ founded, by }: Setting): SeedDocument[] {
  const records: { path: string; data: Fields }[] = [];
  const types: DemoType[] = [];
  DIGITALIZATION_CATEGORIES.forEach(([nombre, descripcion, ofCategory], index) => {
    const categoryId = `categoria-${twoDigits(index + 1)}`;
    records.push({ path: `categorias/${categoryId}`, data: { nombre, descripcion, estado: true } });
    for (const [name, extensiones, retencionAnios, campos] of ofCategory) {
      const type = { id: `tipo-digital-${twoDigits(types.length + 1)}`, categoryId };
      types.push(type);
      const fields = campos.map(([etiqueta, tipo, more = {}]) => ({
        clave: keyOf(etiqueta),
        etiqueta,
        tipo,
        obligatorio: more.optional !== true,
        validador: more.validador ?? '',
        opciones: [...(more.opciones ?? [])],
      }));
      records.push({
        path: `tipos_documento/${type.id}`,
        data: { nombre: name, categoryId, descripcion: '', estado: true, extensiones: [...extensiones], retencionAnios, campos: fields },
      });
    }
  });
  records.push(...makePermissionSets(types));
  return [
    ...records.flatMap((record, index) => withAudit(record, new Date(founded.getTime() + index * 1_000), by)),
    ...makeDigitizedDocuments({
      founded,
      by,
      types: types.map(({ id, categoryId }) => ({ id, categoryId, fields: fieldsOf(records, id) })),
    }),
    ...makePackages({ founded, by: { id: by.id, name: by.name }, types }),
  ];
}

function fieldsOf(records: readonly { path: string; data: Fields }[], typeId: string): readonly ExtraField[] {
  return readExtraFields(records.find(({ path }) => path === `tipos_documento/${typeId}`)?.data['campos']);
}

/** Who may do what: those who work with credits, and those who only look things up. */
export const DEMO_SETS = { credits: 'permisos-01', lookup: 'permisos-02' } as const;

interface DemoType {
  id: string;
  categoryId: string;
}

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
  ];
}

function withAudit({ path, data }: { path: string; data: Fields }, at: Date, by: Setting['by']): SeedDocument[] {
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

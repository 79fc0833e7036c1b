import type { Fields } from '#server/documents/document-store.ts';
import { AUDIT_ACTIONS } from '#server/domain/audit-actions.ts';
import { keyOf } from '#server/domain/extra-fields.ts';
import type { SeedDocument } from './demo-data.ts';
import { DIGITALIZATION_CATEGORIES } from './digitalization-vocabulary.ts';

interface Setting {
  founded: Date;
  /** Who created everything. */
  by: { id: string; name: string };
}

/** Categories and document types of the database `digitalization`, each with the audit entry of its creation. */
export function makeDigitalization({ founded, by }: Setting): SeedDocument[] {
  const records: { path: string; data: Fields }[] = [];
  let types = 0;
  DIGITALIZATION_CATEGORIES.forEach(([nombre, descripcion, ofCategory], index) => {
    const categoryId = `categoria-${twoDigits(index + 1)}`;
    records.push({ path: `categorias/${categoryId}`, data: { nombre, descripcion, estado: true } });
    for (const [name, extensiones, retencionAnios, campos] of ofCategory) {
      types += 1;
      const fields = campos.map(([etiqueta, tipo, more = {}]) => ({
        clave: keyOf(etiqueta),
        etiqueta,
        tipo,
        obligatorio: more.optional !== true,
        validador: more.validador ?? '',
        opciones: [...(more.opciones ?? [])],
      }));
      records.push({
        path: `tipos_documento/tipo-digital-${twoDigits(types)}`,
        data: { nombre: name, categoryId, descripcion: '', estado: true, extensiones: [...extensiones], retencionAnios, campos: fields },
      });
    }
  });
  return records.flatMap((record, index) => withAudit(record, new Date(founded.getTime() + index * 1_000), by));
}

function withAudit({ path, data }: { path: string; data: Fields }, at: Date, by: Setting['by']): SeedDocument[] {
  const generic = { isActive: true, createdAt: at, updatedAt: at };
  const entry = {
    user: by.id,
    userName: by.name,
    action: AUDIT_ACTIONS.recordCreated,
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

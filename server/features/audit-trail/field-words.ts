import type { Field } from '../../records/fields.ts';
import type { ChoiceSource } from '../../read-model/pages/choices.ts';
import { COMMON_FIELDS } from '../../records/common-fields.ts';
import type { DeclaredRecords } from '../../records/declared-record.ts';

/** Labels of stored fields that no catalog has; the same name means the same wherever it stands. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'Nombre',
  estado: 'Estado',
  bitacora: 'Bitácora',
  fecha: 'Fecha',
  usuario: 'Persona',
  etapa: 'Etapa',
  comentario: 'Comentario',
  monto: 'Monto',
  cuota: 'Cuota',
  nombre: 'Nombre',
  descripcion: 'Descripción',
  carpetaId: 'Carpeta',
  tipoDocumentoId: 'Tipo de documento',
  agenciaId: 'Agencia',
  userId: 'Persona',
  userAssign: 'Asignado a',
  createdBy: 'Creado por',
  contentType: 'Formato',
  bytes: 'Tamaño',
  sha256: 'Huella SHA-256',
  fileName: 'Nombre del archivo',
  uploadKey: 'Clave de carga',
  orden: 'Orden',
  categoryId: 'Categoría',
  documentId: 'Tipo de documento',
  documentName: 'Nombre del documento',
  agencyId: 'Agencia',
  agencyFromDoc: 'Agencia de origen',
  fromPackaging: 'Paquete de origen',
  inPackage: 'En el paquete',
  returnReason: 'Motivo de devolución',
  ubicacion: 'Ubicación',
  status: 'Estado',
  campos: 'Campos',
  pages: 'Páginas',
  versions: 'Versiones anteriores',
  note: 'Nota',
};

/** Fields that hold ids of other records, whose names people know. */
const REFERENCES: Readonly<Record<string, ChoiceSource>> = {
  ...byName({ table: 'agencias', name: 'nombre' }, 'agencyId', 'agencyFromDoc', 'agenciaId', 'agencia'),
  ...byName({ table: 'usuarios', name: 'name' }, 'userId', 'userAssign', 'createdBy'),
  ...byName({ table: 'maletin_carpetas', name: 'nombre' }, 'carpetaId'),
  ...byName({ table: 'maletin_tipos_documento', name: 'nombre' }, 'tipoDocumentoId'),
  ...byName({ table: 'categorias', name: 'nombre' }, 'categoryId'),
  ...byName({ table: 'tipos_documento', name: 'nombre' }, 'documentId'),
  ...byName({ table: 'packages', name: 'code' }, 'fromPackaging', 'inPackage'),
};

function byName(source: ChoiceSource, ...fields: readonly string[]): Record<string, ChoiceSource> {
  return Object.fromEntries(fields.map((field) => [field, source]));
}

/** What is known of a stored field of a record. */
export interface FieldWords {
  label: string;
  /** What its record declares of it. */
  field: Field | null;
  /** Where the names of its ids are. */
  reference: ChoiceSource | null;
  /** Where it stands among the changes. */
  place: number;
}

export type WordsOf = (name: string) => FieldWords;

/** @param declared fields of a kind of record; none of one that declares none */
export function wordsOf(records: DeclaredRecords, declared: readonly Field[]): WordsOf {
  const known = new Map([...COMMON_FIELDS, ...declared].map((field) => [field.name, field]));
  const places = new Map(declared.map(({ name }, place) => [name, place]));
  return (name) => {
    const field = known.get(name) ?? null;
    const reference = field ? (field.names ?? records[field.catalog ?? '']?.names) : Object.hasOwn(REFERENCES, name) && REFERENCES[name];
    return {
      label: field?.label ?? (Object.hasOwn(LABELS, name) ? (LABELS[name] ?? name) : name),
      field,
      reference: reference || null,
      place: places.get(name) ?? Infinity,
    };
  };
}

import { z } from 'zod';
import type { Fields, FieldValue, StoredDocument } from '../../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../../ports/documents/document-values.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Noun } from '../../domain/grammar.ts';
import { packageCode } from '../../domain/package-code.ts';
import { DIFFERENCES, PACKAGE_TEXT_MAX, readVerdict, VERDICT_LABELS, VERDICTS, type Verdict } from '../../domain/package-states.ts';
import { entriesAsStored, readEntries, readId, readText } from '../../read-model/field-readers.ts';
import { isEmpty } from '../../read-model/unread.ts';
import { AGENCIES, PEOPLE, CATEGORIES, DIGITIZED_DOCUMENTS, DIGITIZED_TYPES } from '../../read-model/pages/choices.ts';
import { isActive } from '../../records/content-version.ts';
import { field, flag, longText, moment, recordId, text, type Field } from '../../records/fields.ts';
import { initialValues, readValues, type ValuesOf } from '../../records/record-fields.ts';
import type { RecordKind } from '../../records/record-kind.ts';

export const PACKAGES_COLLECTION = 'PACKAGES';
export const PACKAGE_NOUN: Noun = { singular: 'paquete', plural: 'paquetes', gender: 'm' };

/** Fields of a draft's form, besides its lines: `PACKAGES/{id}` (docs/data-model.md). */
export const PACKAGE_FIELDS = [
  recordId({ name: 'agencyId', label: 'Agencia de destino', help: 'Las que tienen quien reciba paquetes.', names: AGENCIES }),
  recordId({
    name: 'userAssign',
    label: 'Para',
    help: 'Quien recibe paquetes y puede ver todos los tipos de este. Sin persona lo tendrá quien lo acepte.',
    names: PEOPLE,
  }),
  // True: existing documents are handed over. False: papers, whose documents are created on receipt.
  flag({ name: 'needReassign', label: 'Contenido', words: ['Documentos ya digitalizados', 'Papeles'], initial: false }),
  longText({ name: 'note', label: 'Nota', maxLength: PACKAGE_TEXT_MAX.note }),
  // The document from whose page the draft was begun.
  recordId({ name: 'digitalizationId', label: 'Documento', names: DIGITIZED_DOCUMENTS }),
] as const;

/** What the sender says of one document or paper in it. */
export const LINE_FIELDS = [
  // Identifies the line within its package when other lines change. An invalid one is replaced.
  { ...text({ name: 'lineId', label: 'Línea' }), schema: z.string() },
  {
    ...text({ name: 'document', label: 'Nombre', maxLength: PACKAGE_TEXT_MAX.document }),
    read: (data) => readText(data, 'document').trim(),
  },
  { ...recordId({ name: 'categoryId', label: 'Categoría', names: CATEGORIES }), read: (data) => readId(data, 'digitalizationCategory') },
  {
    ...recordId({ name: 'documentId', label: 'Tipo de documento', names: DIGITIZED_TYPES }),
    read: (data) => readId(data, 'digitalizationDocument'),
  },
  // '' until the document exists.
  recordId({ name: 'digitalizationId', label: 'Documento', names: DIGITIZED_DOCUMENTS }),
] as const satisfies readonly Field[];

/** What the receiver noted of a line. */
const FINDING_FIELDS = [
  {
    ...field<'verdict', Verdict>(
      'choice',
      { name: 'verdict', label: 'Revisión', options: VERDICTS.map((value) => ({ value, label: VERDICT_LABELS[value] })) },
      '',
      z.enum(['', ...VERDICTS]),
    ),
    read: (data) => readVerdict(readText(data, 'verdict')),
  },
  text({ name: 'note', label: 'Nota', maxLength: PACKAGE_TEXT_MAX.lineNote }),
  recordId({ name: 'checkedBy', label: 'Revisado por', names: PEOPLE }),
  moment({ name: 'checkedAt', label: 'Revisado el' }),
] as const satisfies readonly Field[];

/** Fields that steps write. */
const STEP_FIELDS = [
  recordId({ name: 'from', label: 'Remitente', names: PEOPLE }),
  text({ name: 'status', label: 'Estado' }),
  flag({ name: 'sended', label: 'Enviado', words: ['Sí', 'No'], initial: false }),
  moment({ name: 'sendedAt', label: 'Fecha de envío' }),
  moment({ name: 'resolutionAt', label: 'Fecha de resolución' }),
  recordId({ name: 'resolvedBy', label: 'Resuelto por', names: PEOPLE }),
  longText({ name: 'rejectReason', label: 'Motivo de rechazo', maxLength: PACKAGE_TEXT_MAX.reason }),
  moment({ name: 'differencesSeenAt', label: 'Diferencias vistas el' }),
  // When its sender last took it back, and the agency to which it was on its way then.
  moment({ name: 'withdrawnAt', label: 'Retirado el' }),
  recordId({ name: 'withdrawnFrom', label: 'Retirado de', names: AGENCIES }),
] as const;

export const STORED_FIELDS = [...PACKAGE_FIELDS, ...STEP_FIELDS] as const;

/** Every field that an audit entry of a package may hold, also inside its maps and lists. */
export const PACKAGE_AUDIT_FIELDS: readonly Field[] = [
  ...STORED_FIELDS,
  ...LINE_FIELDS,
  ...FINDING_FIELDS,
  text({ name: 'fromUser', label: 'Remitente' }),
  text({ name: 'code', label: 'Código' }),
  text({ name: 'detailOfPackage', label: 'Detalle del paquete' }),
  text({ name: 'digitalizationCategory', label: 'Categoría' }),
  text({ name: 'digitalizationDocument', label: 'Tipo de documento' }),
  text({ name: 'extras', label: 'Llegó además' }),
];

export type SentLine = ValuesOf<typeof LINE_FIELDS>;
/** A line with what the receiver noted of it. */
export type PackageLine = SentLine & ValuesOf<typeof FINDING_FIELDS>;
export type PackageValues = ValuesOf<typeof PACKAGE_FIELDS> & { detailOfPackage: readonly SentLine[] };

export const EMPTY_PACKAGE: PackageValues = { ...initialValues(PACKAGE_FIELDS), detailOfPackage: [] };

/** A stored package as its form holds it, leniently. */
export function readPackageValues(data: Fields): PackageValues {
  return {
    ...readValues(PACKAGE_FIELDS, data),
    detailOfPackage: linesWithIds(data).map(({ lineId, stored }) => ({ ...readValues(LINE_FIELDS, stored), lineId })),
  };
}

export function readLines(data: Fields): PackageLine[] {
  return linesWithIds(data).map(({ lineId, stored }) => ({
    ...readValues(LINE_FIELDS, stored),
    ...readValues(FINDING_FIELDS, stored),
    lineId,
  }));
}

/**
 * The maps in `detailOfPackage` as stored. Other programs wrote lines without `lineId`, or with that of another line: those
 * are named by their place, or the next one whose name no stored line has. Storing the names of some changes none of the others.
 */
export function linesWithIds(data: Fields): { lineId: string; stored: Fields }[] {
  const lines = (readEntries(data, 'detailOfPackage') ?? []).filter(isPlainMap);
  const reservedIds = new Set(lines.map((stored) => readText(stored, 'lineId')));
  const used = new Set<string>();
  return lines.map((stored, index) => {
    let lineId = readText(stored, 'lineId');
    if (lineId === '' || used.has(lineId)) {
      let place = index + 1;
      while (reservedIds.has(`linea-${place}`)) place += 1;
      lineId = `linea-${place}`;
      reservedIds.add(lineId);
    }
    used.add(lineId);
    return { lineId, stored };
  });
}

/** Whether other programs stored something among the lines that is none: a step that writes them would lose it. */
function hasUnreadLines(data: Fields): boolean {
  const entries = readEntries(data, 'detailOfPackage');
  return entries ? entries.some((entry) => !isPlainMap(entry) && !isEmpty(entry)) : !isEmpty(data['detailOfPackage'] ?? null);
}

/** Lines as documents store them; members of a line that the portal does not know are kept, also inside its category and type. */
export function writeSentLines(lines: readonly SentLine[], data: Fields): FieldValue {
  const known = new Map(linesWithIds(data).map(({ lineId, stored }) => [lineId, stored]));
  const written = lines.map(({ categoryId, documentId, ...plain }) => {
    const line = known.get(plain.lineId) ?? {};
    return {
      ...line,
      ...plain,
      digitalizationCategory: reference(line['digitalizationCategory'], categoryId),
      digitalizationDocument: reference(line['digitalizationDocument'], documentId),
    };
  });
  return entriesAsStored(data['detailOfPackage'], written);
}

function reference(stored: FieldValue | undefined, id: string): FieldValue {
  return isPlainMap(stored) && readText(stored, 'id') === id ? stored : { id };
}

/** A paper that came without a line. */
export interface ExtraPaper {
  document: string;
  note: string;
}

/** Papers that came without a line; empty entries are left out. */
export function readExtras({ extras }: Fields): ExtraPaper[] {
  if (!isList(extras)) return [];
  return extras.filter(isPlainMap).flatMap((extra) => {
    const paper = { document: readText(extra, 'document').trim(), note: readText(extra, 'note').trim() };
    return paper.document === '' && paper.note === '' ? [] : [paper];
  });
}

/** How a package is stored. */
export const PACKAGE_KIND: RecordKind<PackageValues> = {
  database: 'digitalization',
  menu: 'packages-sent',
  collection: PACKAGES_COLLECTION,
  noun: PACKAGE_NOUN,
  read: readPackageValues,
  show: ({ data }) => readPackageValues(data),
  toStored: ({ detailOfPackage, ...plain }, stored) => ({
    ...plain,
    ...(detailOfPackage && { detailOfPackage: writeSentLines(detailOfPackage, stored) }),
  }),
  notFound: packageMissing,
  actions: { created: AUDIT_ACTIONS.packageCreated, updated: AUDIT_ACTIONS.packageUpdated },
  // Only its sender edits a draft: a conflict is always with another window of the same person.
  told: () =>
    'Este borrador se guardó en otra ventana mientras usted escribía aquí. Si guarda otra vez queda lo que ve en esta página; para ver lo guardado, ábralo de nuevo.',
};

/** The same for its receiver. */
export const RECEIVED_KIND: typeof PACKAGE_KIND = { ...PACKAGE_KIND, menu: 'packages-received' };

/** A package as its rules, its row and its record read it. */
export type PackageFacts = ReturnType<typeof readPackage>;

export function readPackage({ id, data }: StoredPackage) {
  const lines = readLines(data);
  const extras = readExtras(data);
  return {
    ...readValues(STORED_FIELDS, data),
    id,
    // Derived from the id, so packages of other programs have one too.
    code: packageCode(id),
    // False once it was cancelled.
    isActive: isActive(data),
    // The agency from which it was sent, wherever the sender works now.
    from_agency: isPlainMap(data['fromUser']) ? readId(data['fromUser'], 'agency') : '',
    detailOfPackage: lines,
    hasUnreadLines: hasUnreadLines(data),
    extras,
    line_count: lines.length,
    checked_count: lines.filter(({ verdict }) => verdict !== '').length,
    // Counts the extra papers too.
    difference_count: lines.filter(({ verdict }) => DIFFERENCES.includes(verdict)).length + extras.length,
  };
}

/** The package as its sender sees it: until it is accepted or rejected, as if its receiver had noted nothing. */
export function seenBySender(facts: PackageFacts): PackageFacts {
  if (facts.status !== 'SENT') return facts;
  const detailOfPackage = facts.detailOfPackage.map((line) => ({ ...line, ...initialValues(FINDING_FIELDS) }));
  return { ...facts, detailOfPackage, extras: [], checked_count: 0, difference_count: 0 };
}

/** The same answer for a package that never existed and for one that the person may not see. */
export function packageMissing(id: string): AppError {
  return new AppError('not-found', `package ${id.slice(0, 200)} not found`, {
    userMessage: 'El paquete no existe o usted no tiene permiso para verlo.',
    sought: `${PACKAGE_KIND.collection}/${id}`,
  });
}

export type StoredPackage = Pick<StoredDocument, 'data' | 'id'>;

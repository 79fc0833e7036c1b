import { isDocumentId } from '../../documents/document-id.ts';
import type { DocumentStore, StoredDocument } from '../../documents/document-store.ts';
import { tidyWithin } from '../../domain/bounded-text.ts';
import { PACKAGE_LINES_MAX, PACKAGE_TEXT_MAX } from '../../domain/package-states.ts';
import type { Staff } from '../../domain/permissions.ts';
import { isVisible } from '../../digitized/access.ts';
import { DOCUMENTS_COLLECTION, readDocument } from '../../digitized/document-kind.ts';
import { tidyWritten } from '../../digitized/written-text.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { readId } from '../../read-model/field-readers.ts';
import type { SentLine } from './package-lines.ts';
import type { PackageValues } from './package-values.ts';

/** What the form of a draft sends, as typed. A category may be left out: it follows from the type. */
export interface PackageInput extends Omit<PackageValues, 'detailOfPackage'> {
  lines: readonly LineInput[];
}

export type LineInput = Readonly<Record<keyof SentLine, string>>;

/** Sentences by the name of the control. */
export type Problems = Record<string, string[]>;

const LINE_ID = /^[A-Za-z0-9_-]{1,40}$/;
const CONTROL = /[\p{Cc}\p{Cs}]/u;

type Reader = Pick<DocumentStore, 'getMany'>;

/**
 * What a draft may hold: as unfinished as people like, but nothing that could not be stored or is too long. Lines that say nothing
 * are left out, a line of an existing document is called as that is.
 * @param current the lines that are stored: of documents in them nobody asks again
 * Errors: `invalid-input` by control: `lines`, `line.N.document`, …
 */
export async function readDraft(store: Reader, actor: Staff, input: PackageInput, current: readonly SentLine[]): Promise<PackageValues> {
  const problems: Problems = {};
  const { text: note, problem } = tidyWritten(input.note, { label: 'La nota', max: PACKAGE_TEXT_MAX.note });
  if (problem !== null) problems['note'] = [problem];
  const given = input.lines.filter(({ document, digitalizationId }) => digitalizationId !== '' || document.trim() !== '');
  if (given.length > PACKAGE_LINES_MAX) problems['lines'] = [`Un paquete lleva hasta ${PACKAGE_LINES_MAX} líneas. Arme otro con el resto.`];
  else checkTexts(given, problems);
  for (const name of ['agencyId', 'userAssign', 'digitalizationId'] as const)
    if (input[name] !== '' && !isDocumentId(input[name])) problems[name] = ['Elija de la lista.'];
  if (Object.keys(problems).length > 0) throw invalidFields(problems, 'problems');
  const named = nameLines(given);
  const detailOfPackage = input.needReassign
    ? await readDocumentLines({ store, actor, current }, named)
    : await readPaperLines(store, named);
  const { agencyId, userAssign, needReassign, digitalizationId } = input;
  return { agencyId, userAssign, needReassign, note, digitalizationId, detailOfPackage };
}

function checkTexts(lines: readonly LineInput[], problems: Problems): void {
  lines.forEach((line, index) => {
    const document = tidyWithin(line.document, PACKAGE_TEXT_MAX.document);
    if (document.length > PACKAGE_TEXT_MAX.document)
      problems[`line.${index}.document`] = [`El nombre admite hasta ${PACKAGE_TEXT_MAX.document} caracteres.`];
    else if (CONTROL.test(document)) problems[`line.${index}.document`] = ['El nombre tiene caracteres que no se pueden guardar.'];
    for (const name of ['categoryId', 'documentId', 'digitalizationId'] as const)
      if (line[name] !== '' && !isDocumentId(line[name])) problems[`line.${index}.${name}`] = ['Elija de la lista.'];
  });
}

/** New lines get the next free number: the same form sent twice names them alike. */
function nameLines(given: readonly LineInput[]): SentLine[] {
  const taken = new Set(given.map(({ lineId }) => lineId));
  const used = new Set<string>();
  let next = 1;
  return given.map((line) => {
    let lineId = line.lineId;
    if (!LINE_ID.test(lineId) || used.has(lineId)) {
      while (taken.has(String(next))) next += 1;
      lineId = String(next);
      taken.add(lineId);
    }
    used.add(lineId);
    const { categoryId, documentId, digitalizationId } = line;
    return { lineId, document: tidyWithin(line.document, PACKAGE_TEXT_MAX.document), categoryId, documentId, digitalizationId };
  });
}

/** Of papers there is no document yet. */
async function readPaperLines(store: Reader, lines: readonly SentLine[]): Promise<SentLine[]> {
  const asked = [
    ...new Set(lines.filter(({ categoryId, documentId }) => categoryId === '' && documentId !== '').map((line) => line.documentId)),
  ];
  const types = await store.getMany(asked.map((id) => `tipos_documento/${id}`));
  const categories = new Map(types.flatMap((type) => (type ? [[type.id, readId(type.data, 'categoryId')] as const] : [])));
  return lines.map((line) => ({
    ...line,
    categoryId: line.categoryId || (categories.get(line.documentId) ?? ''),
    digitalizationId: '',
  }));
}

async function readDocumentLines(
  { store, actor, current }: { store: Reader; actor: Staff; current: readonly SentLine[] },
  lines: readonly SentLine[],
): Promise<SentLine[]> {
  const found = await readLineDocuments(store, lines);
  const problems: Problems = {};
  const read = lines.map((line, index): SentLine => {
    const kept = current.find(({ lineId, digitalizationId }) => lineId === line.lineId && digitalizationId === line.digitalizationId);
    const stored = found.get(line.digitalizationId);
    const document = stored && readDocument(stored.data);
    if (stored && document && isVisible(actor, document)) {
      const { documentName, categoryId, documentId } = document;
      return { ...line, document: documentName || stored.id, categoryId, documentId };
    }
    if (kept) return kept;
    const missing = line.digitalizationId === '' ? 'Elija el documento con «Buscar».' : 'El documento no existe o usted no puede verlo.';
    problems[`line.${index}.digitalizationId`] = [missing];
    return line;
  });
  if (Object.keys(problems).length > 0) throw invalidFields(problems, 'problems');
  return read;
}

/** The documents to which lines lead, by id. */
export async function readLineDocuments(
  store: Reader,
  lines: readonly Pick<SentLine, 'digitalizationId'>[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  const ids = [...new Set(lines.map(({ digitalizationId }) => digitalizationId))].filter(isDocumentId);
  const found = await store.getMany(ids.map((id) => `${DOCUMENTS_COLLECTION}/${id}`));
  return new Map(found.flatMap((stored) => (stored ? [[stored.id, stored] as const] : [])));
}

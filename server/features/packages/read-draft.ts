import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { valuesByName } from '../../domain/form-text.ts';
import { PACKAGE_LINES_MAX } from '../../domain/package-states.ts';
import type { Staff } from '../../domain/permissions.ts';
import { canSee } from '../../domain/document-permissions.ts';
import { readDocument } from '../../digitized/document-kind.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { readId } from '../../read-model/field-readers.ts';
import type { Reader } from '../../records/act.ts';
import { describeFields, tryValues } from '../../records/record-fields.ts';
import { readControls } from '../../records/record-form.ts';
import { readLineDocuments } from './carried-documents.ts';
import { LINE_FIELDS, PACKAGE_FIELDS, type PackageValues, type SentLine } from './package.ts';

/** Sentences by name of the control. */
export type Problems = Record<string, string[]>;

const LINE_ID = /^[A-Za-z0-9_-]{1,40}$/;

/** What a form of a draft sends. */
export interface DraftForm {
  given: PackageValues;
  /** Type of its last line, kept for the next one. */
  keptType: string;
}

/** The form's fields as the browser may know them, and how the form is read. */
export const DRAFT_FORM = { fields: describeFields(PACKAGE_FIELDS), read: readDraftForm };

const LINE_CONTROL = /^line\.(\d{1,4})\./;

/** Lines in the order of their numbers, without empty ones; problems name the place among the remaining lines. */
function readDraftForm(form: FormData): DraftForm {
  const controls = valuesByName(form);
  const numbers = new Set([...controls.keys()].flatMap((name) => LINE_CONTROL.exec(name)?.[1] ?? []));
  const lines = [...numbers]
    .sort((one, other) => Number(one) - Number(other))
    .map((at) => readControls(LINE_FIELDS, controls, `line.${at}.`));
  // One line too many is enough for the refusal.
  const detailOfPackage = lines.filter(isFilledLine).slice(0, PACKAGE_LINES_MAX + 1);
  return { given: { ...readControls(PACKAGE_FIELDS, controls), detailOfPackage }, keptType: lines.at(-1)?.documentId ?? '' };
}

/** A line with neither document nor name is ignored. */
function isFilledLine({ document, digitalizationId }: Pick<SentLine, 'digitalizationId' | 'document'>): boolean {
  return digitalizationId !== '' || document.trim() !== '';
}

/**
 * Checks what a draft may hold: it may be unfinished, but nothing may be too long or impossible to store. The category may be left out: it
 * follows from the type. Empty lines are dropped; a line of an existing document takes its name.
 * @param given as typed
 * @param current the stored lines: documents in them are not checked again
 * Errors: `invalid-input` by control: `lines`, `line.N.document`, …
 */
export async function readDraft(
  store: Reader,
  actor: Staff,
  { detailOfPackage, ...given }: PackageValues,
  current: readonly SentLine[],
): Promise<PackageValues> {
  const { values, problems } = tryValues(PACKAGE_FIELDS, given);
  const filledLines = detailOfPackage.filter(isFilledLine);
  const typed = filledLines.slice(0, PACKAGE_LINES_MAX).map((line) => tryValues(LINE_FIELDS, line));
  if (filledLines.length > PACKAGE_LINES_MAX)
    problems['lines'] = [`Un paquete lleva hasta ${PACKAGE_LINES_MAX} líneas. Arme otro con el resto.`];
  else for (const [index, line] of typed.entries()) Object.assign(problems, atLine(index, line.problems));
  requireNone(problems);
  const lines = numberLines(typed.map((line) => line.values));
  const read = values.needReassign ? readDocumentLines({ store, actor, current }, lines) : readPaperLines(store, lines);
  return { ...values, detailOfPackage: await read };
}

function atLine(index: number, problems: Problems): Problems {
  return Object.fromEntries(Object.entries(problems).map(([name, texts]) => [`line.${index}.${name}`, texts]));
}

function requireNone(problems: Problems): void {
  if (Object.keys(problems).length > 0) throw invalidFields(problems, 'problems');
}

/** New lines get the next free number, so that the same form sent twice names them alike. */
function numberLines(given: readonly SentLine[]): SentLine[] {
  const reservedIds = new Set(given.map(({ lineId }) => lineId));
  const used = new Set<string>();
  let next = 1;
  return given.map((line) => {
    let lineId = line.lineId;
    if (!LINE_ID.test(lineId) || used.has(lineId)) {
      while (reservedIds.has(String(next))) next += 1;
      lineId = String(next);
      reservedIds.add(lineId);
    }
    used.add(lineId);
    return { ...line, lineId };
  });
}

/** Papers have no document yet. */
async function readPaperLines(store: Reader, lines: readonly SentLine[]): Promise<SentLine[]> {
  const typeIds = new Set(lines.flatMap(({ categoryId, documentId }) => (categoryId === '' && documentId !== '' ? [documentId] : [])));
  const types = await store.getMany([...typeIds].map((id) => `tipos_documento/${id}`));
  const categories = new Map(types.flatMap((type) => (type ? [[type.id, readId(type.data, 'categoryId')] as const] : [])));
  return lines.map((line) => ({ ...line, categoryId: line.categoryId || (categories.get(line.documentId) ?? ''), digitalizationId: '' }));
}

async function readDocumentLines(
  { store, actor, current }: { store: Reader; actor: Staff; current: readonly SentLine[] },
  lines: readonly SentLine[],
): Promise<SentLine[]> {
  const found = new Map((await readLineDocuments(store, lines)).map((document) => [document.id, document]));
  const problems: Problems = {};
  const read = lines.map((line, index) => {
    const stored = found.get(line.digitalizationId);
    const document = stored && lineOf(actor, stored);
    if (document) return { ...document, lineId: line.lineId };
    const unchanged = current.find(({ lineId, digitalizationId }) => lineId === line.lineId && digitalizationId === line.digitalizationId);
    if (unchanged) return unchanged;
    const missing = line.digitalizationId === '' ? 'Elija el documento con «Buscar».' : 'El documento no existe o usted no puede verlo.';
    problems[`line.${index}.digitalizationId`] = [missing];
    return line;
  });
  requireNone(problems);
  return read;
}

/** The line that hands a document over; null if the person may not see the document. */
export function lineOf(actor: Staff, { id, data }: Pick<StoredDocument, 'data' | 'id'>): SentLine | null {
  const document = readDocument(data);
  if (!canSee(actor, document)) return null;
  const { documentName, categoryId, documentId } = document;
  return { lineId: '', document: documentName || id, categoryId, documentId, digitalizationId: id };
}

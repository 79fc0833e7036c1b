import type { Fields, FieldValue, StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { tidyWithin } from '../../domain/tidy-text.ts';
import { PACKAGE_LINES_MAX, PACKAGE_TEXT_MAX, VERDICTS, type Verdict } from '../../domain/package-states.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { entriesAsStored } from '../../read-model/field-readers.ts';
import { act, each, type Decision } from '../../records/act.ts';
import { isSame } from '../../records/content-version.ts';
import type { Services } from '../../services.ts';
import { requirePackages, requireReceiver, type StepCall } from './package-access.ts';
import { linesWithIds, readExtras, readLines, RECEIVED_KIND, type ExtraPaper, type PackageLine } from './package.ts';

/** What a form of receipt says of one line, as typed; undefined for what it does not ask. */
export interface TypedCheck {
  /** Number in the names of its controls: `line.N.verdict`. */
  place: number;
  /**
   * '' if the form does not send it: then the place counts, from 0, or from 1 if the last place equals the number of lines and none is 0.
   */
  lineId: string;
  verdict?: string;
  note?: string;
  /** Values with which the form was opened: a line left untouched keeps what others noted. */
  was?: { verdict: string; note: string };
}

/** What was found on receipt, as typed. */
export interface TypedReceipt {
  checks: readonly TypedCheck[];
  /** One paper per line of text: `document; note`. undefined if the form does not ask. */
  extras?: string;
  /** The text with which the form was opened: papers that others noted since are kept. */
  extrasWere?: string;
}

/** What a receipt changes in the package; `{}` for nothing. */
export interface ReceiptChanges {
  detailOfPackage?: FieldValue;
  extras?: FieldValue[];
}

interface Finding {
  verdict: Verdict;
  note: string;
}

/** Errors: `invalid-input` by field (`line.N.verdict`, `line.N.note`, `extras`). */
export function receiptChanges(data: Fields, { checks, extras, extrasWere }: TypedReceipt, checkedBy: string, at: Date): ReceiptChanges {
  const lines = readLines(data);
  const found = new Map<string, Finding>();
  const startsAtOne = lines.length > 0 && !checks.some(({ place }) => place === 0) && checks.some(({ place }) => place === lines.length);
  for (const check of checks) {
    const line = check.lineId === '' ? lines[check.place - Number(startsAtOne)] : lines.find(({ lineId }) => lineId === check.lineId);
    if (!line) throw invalidFields({ [`line.${check.place}.verdict`]: ['El paquete no tiene esa línea. Vuelva a abrirlo.'] }, 'problems');
    const finding = readCheck(check, line);
    if (finding) found.set(line.lineId, finding);
  }
  const stored = readExtras(data);
  const papers =
    extras === undefined
      ? null
      : withPapersOfOthers(readTypedExtras(extras), extrasWere === undefined ? stored : readTypedExtras(extrasWere), stored);
  return {
    ...(found.size > 0 && { detailOfPackage: writeChecks(data, found, { checkedBy, at }) }),
    ...(papers && !isSame(papers, stored) && { extras: papers.map((paper) => ({ ...paper })) }),
  };
}

/** null if the form leaves the line as it is. */
function readCheck({ place, verdict, note, was }: TypedCheck, line: PackageLine): Finding | null {
  const typed = { verdict: verdict ?? was?.verdict ?? line.verdict, note: tidyWithin(note ?? line.note, PACKAGE_TEXT_MAX.lineNote) };
  if (was && typed.verdict === was.verdict && typed.note === was.note.trim()) return null;
  const known = typed.verdict === '' ? '' : VERDICTS.find((one) => one === typed.verdict);
  if (known === undefined)
    throw invalidFields({ [`line.${place}.verdict`]: ['Elija recibido, faltante, dañado o no corresponde.'] }, 'problems');
  if (typed.note.length > PACKAGE_TEXT_MAX.lineNote)
    throw invalidFields({ [`line.${place}.note`]: [`La nota admite hasta ${PACKAGE_TEXT_MAX.lineNote} caracteres.`] }, 'problems');
  return known === line.verdict && typed.note === line.note ? null : { verdict: known, note: typed.note };
}

function writeChecks(data: Fields, found: ReadonlyMap<string, Finding>, { checkedBy, at }: { checkedBy: string; at: Date }): FieldValue {
  const lines = linesWithIds(data).map(({ lineId, stored }) => {
    const noted = found.get(lineId);
    return noted ? { ...stored, lineId, ...noted, checkedBy, checkedAt: at } : stored;
  });
  return entriesAsStored(data['detailOfPackage'], lines);
}

/** The typed papers, and those that others noted since the form was opened. */
function withPapersOfOthers(typed: ExtraPaper[], opened: readonly ExtraPaper[], stored: readonly ExtraPaper[]): ExtraPaper[] {
  const isIn = (papers: readonly ExtraPaper[], paper: ExtraPaper) => papers.some((one) => isSame(one, paper));
  return [...typed, ...stored.filter((paper) => !isIn(opened, paper) && !isIn(typed, paper))];
}

function readTypedExtras(text: string): ExtraPaper[] {
  const { document, lineNote } = PACKAGE_TEXT_MAX;
  const tooMuch = (sentence: string) => invalidFields({ extras: [sentence] }, 'problems');
  const max = PACKAGE_LINES_MAX * (document + lineNote);
  const tidied = tidyWithin(text, max);
  if (tidied.length > max) throw tooMuch(`Anote hasta ${PACKAGE_LINES_MAX} papeles de más.`);
  const papers = tidied.split('\n').flatMap((row): ExtraPaper[] => {
    const end = row.indexOf(';');
    const [name, note] = end < 0 ? [row.trim(), ''] : [row.slice(0, end).trim(), row.slice(end + 1).trim()];
    return name === '' && note === '' ? [] : [{ document: name, note }];
  });
  if (papers.length > PACKAGE_LINES_MAX) throw tooMuch(`Anote hasta ${PACKAGE_LINES_MAX} papeles de más.`);
  if (papers.some((paper) => paper.document.length > document || paper.note.length > lineNote))
    throw tooMuch(`Cada papel admite hasta ${document} caracteres de nombre y ${lineNote} de nota.`);
  return papers;
}

export type ReceiptCall = StepCall & { receipt: TypedReceipt };

/**
 * Notes what arrived of a sent package, line by line, and what came without a line; the package stays sent. Lines left as the form showed
 * them keep what others noted meanwhile.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` by field.
 */
export async function checkPackage(services: Services, call: ReceiptCall): Promise<void> {
  const { actor, requestId, id, receipt, formToken } = call;
  requirePackages(actor, 'receiver', 'change');
  const at = new Date();
  const decide = async (record: StoredDocument): Promise<Decision | null> => {
    await requireReceiver(services, actor, 'check', record);
    const changes = receiptChanges(record.data, receipt, actor.id, at);
    return Object.keys(changes).length === 0 ? null : { changes: { ...changes } };
  };
  const target = { actor, requestId, ids: [id], formToken, words: ['check', JSON.stringify(receipt)] };
  await act(services, RECEIVED_KIND, { ...target, action: AUDIT_ACTIONS.packageChecked }, each(decide));
}

import type { Fields, FieldValue, StoredDocument } from '../../ports/documents/document-store.ts';
import { personName } from '../../digitized/names.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { tidyWithin } from '../../domain/tidy-text.ts';
import { PACKAGE_LINES_MAX, PACKAGE_TEXT_MAX, verdictLabel, VERDICTS, type Verdict } from '../../domain/package-states.ts';
import type { Staff } from '../../domain/permissions.ts';
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
  /** Values with which the form was opened: what of a line was left untouched keeps what others noted. */
  was?: CheckWords;
}

interface CheckWords {
  verdict: string;
  note: string;
}

/** A line of which two people noted different things, in `details.disputed`. */
export interface DisputedCheck {
  place: number;
  /** As it is stored. */
  was: CheckWords;
  /** What the form keeps of it: what was typed, and what only others changed. */
  typed: CheckWords;
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

/**
 * Errors: `conflict` with `details.disputed` where somebody noted something else since the form was opened, `invalid-input`; both by field
 * (`line.N.verdict`, `line.N.note`, `extras`).
 */
export async function receiptChanges(
  services: Pick<Services, 'sql'>,
  data: Fields,
  { checks, extras, extrasWere }: TypedReceipt,
  actor: Staff,
  at: Date,
): Promise<ReceiptChanges> {
  const lines = readLines(data);
  const startsAtOne = lines.length > 0 && !checks.some(({ place }) => place === 0) && checks.some(({ place }) => place === lines.length);
  const merged = checks.map((check) => {
    const line = check.lineId === '' ? lines[check.place - Number(startsAtOne)] : lines.find(({ lineId }) => lineId === check.lineId);
    if (!line) throw invalidFields({ [`line.${check.place}.verdict`]: ['El paquete no tiene esa línea. Vuelva a abrirlo.'] }, 'problems');
    return { place: check.place, line, ...mergeCheck(check, line) };
  });
  const disputed = merged.filter(({ isDisputed }) => isDisputed);
  if (disputed.length > 0) throw await disputedError(services, actor, disputed);
  const found = new Map<string, Finding>();
  for (const { place, line, typed } of merged) {
    const finding = readCheck(place, typed, line);
    if (finding) found.set(line.lineId, finding);
  }
  const stored = readExtras(data);
  const papers =
    extras === undefined
      ? null
      : withPapersOfOthers(readTypedExtras(extras), extrasWere === undefined ? stored : readTypedExtras(extrasWere), stored);
  return {
    ...(found.size > 0 && { detailOfPackage: writeChecks(data, found, { checkedBy: actor.id, at }) }),
    ...(papers && !isSame(papers, stored) && { extras: papers.map((paper) => ({ ...paper })) }),
  };
}

interface MergedCheck {
  typed: CheckWords;
  isDisputed: boolean;
}

/** What the form says of a line: what it leaves as it was opened stays as others noted it. */
function mergeCheck({ verdict, note, was }: TypedCheck, line: PackageLine): MergedCheck {
  const tidy = (text: string) => tidyWithin(text, PACKAGE_TEXT_MAX.lineNote);
  const typed = { verdict: verdict ?? was?.verdict ?? line.verdict, note: note === undefined ? line.note : tidy(note) };
  if (!was) return { typed, isDisputed: false };
  const opened = { verdict: was.verdict, note: tidy(was.note) };
  const stored = { verdict: line.verdict, note: tidy(line.note) };
  const isChanged = (name: keyof CheckWords) => typed[name] !== opened[name] && typed[name] !== stored[name];
  const keep = (name: keyof CheckWords) => (isChanged(name) ? typed[name] : line[name]);
  const isDisputed = (['verdict', 'note'] as const).some((name) => isChanged(name) && stored[name] !== opened[name]);
  return { typed: { verdict: keep('verdict'), note: keep('note') }, isDisputed };
}

type Disputed = MergedCheck & { place: number; line: PackageLine };

async function disputedError(services: Pick<Services, 'sql'>, actor: Staff, lines: readonly Disputed[]): Promise<AppError> {
  const told = lines.map(async ({ place, line: { document, verdict, note, checkedBy } }) => {
    const who =
      checkedBy === actor.id ? 'Usted, en otra ventana,' : checkedBy === '' ? 'Otra persona' : await personName(services, checkedBy);
    const noted = verdictLabel(verdict) + (note === '' ? '' : `: ${note}`);
    return [`line.${place}.verdict`, [`${who} anotó mientras tanto en «${document}»: «${noted}».`]] as const;
  });
  const fields = Object.fromEntries(await Promise.all(told));
  const disputed = lines.map(({ place, line: { verdict, note }, typed }): DisputedCheck => ({ place, was: { verdict, note }, typed }));
  return new AppError('conflict', `others noted something else of ${lines.length} lines`, {
    userMessage: `${Object.values(fields).flat().join(' ')} Si guarda otra vez queda lo que ve en esta página.`,
    fields,
    details: { reason: 'verdict', disputed },
  });
}

/** null if the line stays as it is. */
function readCheck(place: number, { verdict, note }: CheckWords, line: PackageLine): Finding | null {
  const known = verdict === '' ? '' : VERDICTS.find((one) => one === verdict);
  if (known === undefined)
    throw invalidFields({ [`line.${place}.verdict`]: ['Elija recibido, faltante, dañado o no corresponde.'] }, 'problems');
  if (note !== line.note && note.length > PACKAGE_TEXT_MAX.lineNote)
    throw invalidFields({ [`line.${place}.note`]: [`La nota admite hasta ${PACKAGE_TEXT_MAX.lineNote} caracteres.`] }, 'problems');
  return known === line.verdict && note === line.note ? null : { verdict: known, note };
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
 * Notes what arrived of a sent package, line by line, and what came without a line; the package stays sent. Verdicts and notes left as the
 * form showed them keep what others noted meanwhile.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state or with what others noted, `invalid-input` by field.
 */
export async function checkPackage(services: Services, call: ReceiptCall): Promise<void> {
  const { actor, requestId, id, receipt, formToken } = call;
  requirePackages(actor, 'receiver', 'change');
  const at = new Date();
  const decide = async (record: StoredDocument): Promise<Decision | null> => {
    await requireReceiver(services, actor, 'check', record);
    const changes = await receiptChanges(services, record.data, receipt, actor, at);
    return Object.keys(changes).length === 0 ? null : { changes: { ...changes } };
  };
  const target = { actor, requestId, ids: [id], formToken, words: ['check', JSON.stringify(receipt)] };
  await act(services, RECEIVED_KIND, { ...target, action: AUDIT_ACTIONS.packageChecked }, each(decide));
}

import { isDeepStrictEqual } from 'node:util';
import type { Fields, FieldValue } from '#server/ports/documents/document-store.ts';
import { AGENCIES, can, PEOPLE, personOf, receives, type Person } from './people.ts';

/**
 * What the contract says of documents and packages (docs/specification.md section 4, decisions 035, 037, 092) as a pure function: what an
 * act may do in a given state. Written from the contract and independent of the code, of which it imports nothing.
 */
export interface DocumentState {
  name: string;
  type: string;
  status: string;
  userId: string;
  agencyId: string;
  agencyFromDoc: string;
  fromPackaging: string;
  inPackage: string;
  ubicacion: string;
  returnReason: string;
  createdBy: string;
  isActive: boolean;
}

interface LineState {
  lineId: string;
  /** Name and type of a paper line; for a document's line, its name and type when the line was saved. */
  name: string;
  type: string;
  digitalizationId: string;
  verdict: string;
}

export interface PackageState {
  from: string;
  fromAgency: string;
  agencyId: string;
  userAssign: string;
  status: string;
  isActive: boolean;
  needReassign: boolean;
  note: string;
  lines: readonly LineState[];
  extras: number;
  resolvedBy: string;
  rejectReason: string;
  withdrawnFrom: string;
}

/** Documents and packages by path. */
export interface State {
  documents: ReadonlyMap<string, DocumentState>;
  packages: ReadonlyMap<string, PackageState>;
}

const text = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '');
const idOf = (value: FieldValue | undefined): string => text((value as Fields | undefined)?.['id']);

export function readDocumentState(data: Fields): DocumentState {
  const named = (name: string) => text(data[name]);
  return {
    name: named('documentName'),
    type: named('documentId'),
    status: named('status'),
    userId: named('userId'),
    agencyId: named('agencyId'),
    agencyFromDoc: named('agencyFromDoc'),
    fromPackaging: named('fromPackaging'),
    inPackage: named('inPackage'),
    ubicacion: named('ubicacion'),
    returnReason: named('returnReason'),
    createdBy: named('createdBy'),
    isActive: data['isActive'] !== false,
  };
}

export function readPackageState(data: Fields): PackageState {
  const named = (name: string) => text(data[name]);
  return {
    from: named('from'),
    fromAgency: text((data['fromUser'] as Fields | undefined)?.['agency']),
    agencyId: named('agencyId'),
    userAssign: named('userAssign'),
    status: named('status'),
    isActive: data['isActive'] !== false,
    needReassign: data['needReassign'] === true,
    note: named('note'),
    lines: ((data['detailOfPackage'] ?? []) as Fields[]).map((line) => ({
      lineId: text(line['lineId']),
      name: text(line['document']),
      type: idOf(line['digitalizationDocument']),
      digitalizationId: text(line['digitalizationId']),
      verdict: text(line['verdict']),
    })),
    extras: ((data['extras'] ?? []) as Fields[]).length,
    resolvedBy: named('resolvedBy'),
    rejectReason: named('rejectReason'),
    withdrawnFrom: named('withdrawnFrom'),
  };
}

/** Content of a package's form. */
export type Draft = Pick<PackageState, 'agencyId' | 'userAssign' | 'needReassign' | 'note'> & {
  lines: readonly Omit<LineState, 'verdict'>[];
};

/** An act that somebody requests. Paths identify documents and packages. */
export type Act =
  | { verb: 'assign'; paths: readonly string[]; to: string }
  | { verb: 'return'; path: string; reason: string }
  | { verb: 'archive'; paths: readonly string[]; ubicacion: string }
  | { verb: 'edit'; path: string; name?: string; type?: string; opened?: DocumentState }
  | { verb: 'deactivate' | 'restore'; paths: readonly string[] }
  | { verb: 'draft' | 'draft and send'; draft: Draft }
  | { verb: 'redraft' | 'redraft and send'; path: string; change: number; draft?: Draft; opened?: PackageState }
  | { verb: 'send' | 'cancel' | 'withdraw' | 'duplicate' | 'resend' | 'seen'; path: string }
  | { verb: 'check' | 'accept'; path: string; verdicts: readonly string[]; opened?: PackageState }
  | { verb: 'reject'; path: string; reason: string }
  | { verb: 'hand over'; from: string; to: string };

/** An audit entry of an act: its label, and the path of the document that it is about. */
export type EntrySummary = readonly [action: string, path: string];

interface Done {
  state: State;
  told: readonly EntrySummary[];
}

/** `refused`: all codes with which the act may be refused in this state. */
type Outcome = Done | { refused: readonly string[] };

/** What a stored transaction of an act wrote that the model cannot predict: which records, and the ids of new ones. */
export interface Hint {
  told: readonly EntrySummary[];
  /** The package that it created. */
  made: { path: string; state: PackageState } | null;
}

const idIn = (path: string): string => path.slice(path.indexOf('/') + 1);
const refuse = (...refused: string[]): Outcome => ({ refused });
const byPath = <Value>(map: ReadonlyMap<string, Value>, path: string): Value => {
  const value = map.get(path);
  if (value === undefined) throw new Error(`the model knows no ${path}`);
  return value;
};

/** Several records change together or not at all: the first one found to be refused gives the reason. */
function firstOf(outcomes: readonly (string | null)[]): string[] {
  return [...new Set(outcomes.filter((code) => code !== null))];
}

function sees(person: Person, document: DocumentState): boolean {
  // `create` alone shows a document for a day after its indexing, longer than any history.
  const may = can(person, 'view', document.type) || (document.createdBy === person.id && can(person, 'create', document.type));
  if (person.role === 'admin' || person.scope === 'all') return may;
  return may && ([document.agencyId, document.agencyFromDoc].includes(person.agencyId) || document.userId === person.id);
}

interface DocumentRule {
  from: readonly string[] | null;
  byHolder?: true;
  inPackage?: true;
  whileInactive?: true;
}

const DOCUMENT_RULES: Readonly<Record<'assign' | 'return' | 'archive' | 'edit' | 'retype' | 'activate', DocumentRule>> = {
  assign: { from: ['INDEXED', 'RETURNED', 'ARCHIVED', 'ASSIGNED'] },
  return: { from: ['ASSIGNED'], byHolder: true },
  archive: { from: ['INDEXED', 'ASSIGNED', 'RETURNED'], byHolder: true },
  edit: { from: null, inPackage: true },
  retype: { from: null },
  activate: { from: null, whileInactive: true },
};

/** Why a person may not do this to a document; null where they may. */
function refusalOf(person: Person, act: keyof typeof DOCUMENT_RULES, document: DocumentState | undefined): string | null {
  if (!document || !sees(person, document)) return 'not-found';
  const rule = DOCUMENT_RULES[act];
  const holds = rule.byHolder === true && document.userId === person.id && can(person, 'view', document.type);
  if (!can(person, 'edit', document.type) && !holds) return 'forbidden';
  if (document.inPackage !== '' && !rule.inPackage) return 'conflict';
  if (!document.isActive && !rule.whileInactive) return 'conflict';
  return rule.from === null || rule.from.includes(document.status) ? null : 'conflict';
}

function changeDocuments(state: State, paths: readonly string[], change: (document: DocumentState) => Partial<DocumentState>): State {
  const documents = new Map(state.documents);
  for (const path of paths) {
    const document = byPath(state.documents, path);
    documents.set(path, { ...document, ...change(document) });
  }
  return { ...state, documents };
}

function changePackage(state: State, path: string, change: Partial<PackageState>): State {
  return { ...state, packages: new Map(state.packages).set(path, { ...byPath(state.packages, path), ...change }) };
}

function assign(state: State, paths: readonly string[], to: Person): Outcome {
  for (const path of paths) {
    const document = byPath(state.documents, path);
    if (document.userId === to.id || !can(to, 'view', document.type)) return refuse('invalid-input');
  }
  return {
    state: changeDocuments(state, paths, ({ agencyId }) => ({ userId: to.id, status: 'ASSIGNED', agencyId: to.agencyId || agencyId })),
    told: paths.map((path) => ['ARCHIVO DIGITALIZADO ASIGNADO', path]),
  };
}

function onDocuments(
  state: State,
  person: Person,
  rule: keyof typeof DOCUMENT_RULES,
  paths: readonly string[],
  done: () => Outcome,
): Outcome {
  const refused = firstOf(paths.map((path) => refusalOf(person, rule, state.documents.get(path))));
  return refused.length > 0 ? refuse(...refused) : done();
}

function edit(state: State, person: Person, { path, name, type, opened }: Extract<Act, { verb: 'edit' }>): Outcome {
  const now = state.documents.get(path);
  const refused = refusalOf(person, 'edit', now);
  if (refused !== null || !now || !opened) return refuse(refused ?? 'not-found');
  const wanted = { name: name ?? opened.name, type: type ?? opened.type };
  const fields = ['name', 'type'] as const;
  const disputed = fields.filter(
    (field) => wanted[field] !== opened[field] && now[field] !== opened[field] && wanted[field] !== now[field],
  );
  const changes = Object.fromEntries(
    fields.flatMap((field) => (wanted[field] !== opened[field] && wanted[field] !== now[field] ? [[field, wanted[field]]] : [])),
  ) as Partial<DocumentState>;
  const codes = disputed.length > 0 ? ['conflict'] : [];
  if (changes.type !== undefined) {
    if (now.inPackage !== '') codes.push('conflict');
    const holder = now.userId === '' ? null : personOf(now.userId);
    if (!can(person, 'edit', changes.type) || (holder && !can(holder, 'view', changes.type))) codes.push('invalid-input');
  }
  if (codes.length > 0) return refuse(...codes);
  if (Object.keys(changes).length === 0) return { state, told: [] };
  return { state: changeDocuments(state, [path], () => changes), told: [['ARCHIVO DIGITALIZADO MODIFICADO', path]] };
}

function activate(state: State, paths: readonly string[], isActive: boolean): Outcome {
  const changing = paths.filter((path) => byPath(state.documents, path).isActive !== isActive);
  const action = isActive ? 'ARCHIVO DIGITALIZADO RESTAURADO' : 'ARCHIVO DIGITALIZADO ELIMINADO';
  return { state: changeDocuments(state, changing, () => ({ isActive })), told: changing.map((path) => [action, path]) };
}

/** Steps of a package: from and to which status, and which side (`who`) may take them. */
const STEPS = {
  save: { who: 'sender', from: ['ENTERED'] },
  send: { who: 'sender', from: ['ENTERED'] },
  cancel: { who: 'sender', from: ['ENTERED'] },
  withdraw: { who: 'sender', from: ['SENT'] },
  check: { who: 'receiver', from: ['SENT'] },
  accept: { who: 'receiver', from: ['SENT'] },
  reject: { who: 'receiver', from: ['SENT'] },
  seen: { who: 'sender', from: ['ACCEPTED', 'REJECTED'] },
} as const;

function seesPackage(person: Person, side: 'sender' | 'receiver', { from, agencyId, status }: PackageState): boolean {
  if (side === 'receiver' && status === 'ENTERED') return false;
  if (person.role === 'admin') return true;
  return side === 'sender' ? from === person.id : agencyId === person.agencyId;
}

function stepRefusal(person: Person, step: keyof typeof STEPS, found: PackageState | undefined): string | null {
  const { who, from } = STEPS[step];
  if (who === 'receiver' && !receives(person)) return 'forbidden';
  if (!found) return 'not-found';
  // Tells those to whom it was sent that it was withdrawn.
  if (who === 'receiver' && found.status === 'ENTERED' && found.withdrawnFrom !== '' && found.withdrawnFrom === person.agencyId)
    return 'conflict';
  if (!seesPackage(person, who, found)) return 'not-found';
  if (who === 'sender' && found.from !== person.id) return 'forbidden';
  return found.isActive && from.some((status) => status === found.status) ? null : 'conflict';
}

function typesOf(state: State, { needReassign, lines }: Draft): string[] {
  return lines.map(
    ({ digitalizationId, type }) => (needReassign ? state.documents.get(`documentos/${digitalizationId}`)?.type : undefined) ?? type,
  );
}

/** Whether a package can be sent as it is. */
function isSendable(state: State, person: Person, draft: Draft): boolean {
  const { agencyId, userAssign, needReassign, lines } = draft;
  if (lines.length === 0 || agencyId === person.agencyId || !AGENCIES.some((id) => id === agencyId)) return false;
  const types = typesOf(state, draft);
  const takes = (one: Person) => types.every((type) => can(one, 'view', type));
  const receivers = PEOPLE.filter((one) => one.agencyId === agencyId && receives(one));
  if (receivers.length === 0) return false;
  if (userAssign === '' ? !receivers.some(takes) : !receivers.some((one) => one.id === userAssign && takes(one))) return false;
  if (!needReassign) return lines.every(({ name, type }) => name !== '' && can(person, 'create', type));
  const ids = lines.map(({ digitalizationId }) => digitalizationId);
  return new Set(ids).size === ids.length && ids.every((id) => isFreeFor(person, state.documents.get(`documentos/${id}`)));
}

function isFreeFor(person: Person, document: DocumentState | undefined): boolean {
  if (!document || !sees(person, document) || !document.isActive || document.inPackage !== '') return false;
  if (person.role === 'admin' || document.userId === person.id) return true;
  return document.userId === '' && document.agencyId === person.agencyId;
}

/** Paths of documents that are marked as being in this package. */
const heldBy = (state: State, path: string): string[] =>
  byPath(state.packages, path).lines.flatMap(({ digitalizationId }) => {
    const document = `documentos/${digitalizationId}`;
    return state.documents.get(document)?.inPackage === idIn(path) ? [document] : [];
  });

function send(state: State, person: Person, path: string): Outcome {
  const found = state.packages.get(path);
  const refused = stepRefusal(person, 'send', found);
  if (refused !== null || !found) return refuse(refused ?? 'not-found');
  if (!isSendable(state, person, found)) return refuse('invalid-input');
  const carried = found.needReassign ? found.lines.map(({ digitalizationId }) => `documentos/${digitalizationId}`) : [];
  const sent = changePackage(state, path, { status: 'SENT', fromAgency: person.agencyId });
  return {
    state: changeDocuments(sent, carried, () => ({ inPackage: idIn(path) })),
    told: [['PAQUETE ENVIADO', path], ...carried.map((document): EntrySummary => ['ARCHIVO DIGITALIZADO ENVIADO', document])],
  };
}

/** Whether a form may still be saved: its documents are visible to the person, or were in the package before. */
function isSavable(state: State, person: Person, { needReassign, lines }: Draft, before: readonly LineState[]): boolean {
  return (
    !needReassign ||
    lines.every(({ lineId, digitalizationId }) => {
      const document = state.documents.get(`documentos/${digitalizationId}`);
      const isKept = before.some((line) => line.lineId === lineId && line.digitalizationId === digitalizationId);
      return isKept || (document !== undefined && sees(person, document));
    })
  );
}

function makeDraft(state: State, person: Person, draft: Draft, made: Hint['made']): Outcome {
  const path = made?.path ?? 'PACKAGES/made';
  const fresh: PackageState = {
    ...draft,
    lines: draft.lines.map((line) => ({ ...line, verdict: '' })),
    from: person.id,
    fromAgency: '',
    status: 'ENTERED',
    isActive: true,
    extras: 0,
    resolvedBy: '',
    rejectReason: '',
    withdrawnFrom: '',
  };
  return { state: { ...state, packages: new Map(state.packages).set(path, fresh) }, told: [['PAQUETE CREADO', path]] };
}

/** A package's form content: additional findings on receipt are no part of it. */
export function draftOf({ agencyId, userAssign, needReassign, note, lines }: PackageState): Draft {
  return { agencyId, userAssign, needReassign, note, lines: lines.map(({ verdict: _found, ...line }) => line) };
}

function redraft(state: State, person: Person, path: string, draft: Draft, opened: PackageState | null, { told }: Hint): Outcome {
  const now = state.packages.get(path);
  const refused = stepRefusal(person, 'save', now);
  if (refused !== null || !now) return refuse(refused ?? 'not-found');
  // A document checked before the transaction may be gone within it.
  if (told.length === 0 && !isSavable(state, person, draft, now.lines)) return refuse('invalid-input');
  const isSame = isDeepStrictEqual(nameless(draftOf(now)), nameless(draft));
  const isStale = opened !== null && !isDeepStrictEqual(draftOf(now), draftOf(opened));
  if (isStale && !isSame) return refuse('conflict');
  if (isSame && told.length === 0) return { state, told: [] };
  const known = new Map(now.lines.map((line) => [line.lineId, line.verdict]));
  const lines = draft.lines.map((line) => ({ ...line, verdict: known.get(line.lineId) ?? '' }));
  return { state: changePackage(state, path, { ...draft, lines }), told: [['PAQUETE MODIFICADO', path]] };
}

/** Without names: a document's line has the name that it had when it was read, which the contract does not fix. */
export function nameless<Given extends { needReassign: boolean; lines: readonly { name: string; type: string }[] }>(given: Given): Given {
  return given.needReassign ? { ...given, lines: given.lines.map((line) => ({ ...line, name: '', type: '' })) } : given;
}

function withdraw(state: State, person: Person, path: string): Outcome {
  const found = state.packages.get(path);
  const refused = stepRefusal(person, 'withdraw', found);
  if (refused !== null || !found) return refuse(refused ?? 'not-found');
  if (found.extras > 0 || found.lines.some(({ verdict }) => verdict !== '')) return refuse('conflict');
  const free = heldBy(state, path);
  const drafted = changePackage(state, path, { status: 'ENTERED', withdrawnFrom: found.agencyId });
  return {
    state: changeDocuments(drafted, free, () => ({ inPackage: '' })),
    told: [['PAQUETE RETIRADO', path], ...free.map((document): EntrySummary => ['ARCHIVO DIGITALIZADO RETIRADO CON SU PAQUETE', document])],
  };
}

/** Lines after a receipt form: lines that it does not change keep what others wrote; null where both changed one differently. */
function checked(now: PackageState, verdicts: readonly string[], opened: PackageState): LineState[] | null {
  const lines = now.lines.map((line, place) => {
    const said = verdicts[place % Math.max(1, verdicts.length)] ?? '';
    const was = opened.lines[place]?.verdict ?? '';
    if (said === '' || said === was || said === line.verdict) return line;
    return line.verdict === was ? { ...line, verdict: said } : null;
  });
  return lines.some((line) => line === null) ? null : lines.flatMap((line) => line ?? []);
}

const ARRIVED = ['RECEIVED', 'DAMAGED'];

function accept(state: State, person: Person, { path, verdicts, opened }: Extract<Act, { verb: 'check' | 'accept' }>, hint: Hint): Outcome {
  const found = state.packages.get(path);
  const refused = stepRefusal(person, 'accept', found);
  if (refused !== null || !found) return refuse(refused ?? 'not-found');
  const lines = checked(found, verdicts, opened ?? found);
  if (lines === null) return refuse('conflict');
  if (lines.some(({ verdict }) => verdict === '')) return refuse('invalid-input');
  const arrived = lines.filter(({ verdict }) => ARRIVED.includes(verdict));
  const holder = found.userAssign === '' ? person : personOf(found.userAssign);
  const types = typesOf(state, { ...found, lines: arrived });
  if (!types.every((type) => can(holder, 'view', type))) return refuse('invalid-input');
  const resolved: Partial<PackageState> = { lines, status: 'ACCEPTED', resolvedBy: person.id };
  const brought = {
    userId: holder.id,
    status: 'ASSIGNED',
    agencyId: found.agencyId,
    agencyFromDoc: found.fromAgency,
    fromPackaging: idIn(path),
    inPackage: '',
  };
  if (found.needReassign) {
    const paths = arrived.map(({ digitalizationId }) => `documentos/${digitalizationId}`);
    const left = heldBy(state, path).filter((document) => !paths.includes(document));
    const handed = changeDocuments(changePackage(state, path, resolved), paths, () => brought);
    return {
      state: changeDocuments(handed, left, () => ({ inPackage: '' })),
      told: [
        ['PAQUETE RECIBIDO', path],
        ...paths.map((document): EntrySummary => ['ARCHIVO DIGITALIZADO ASIGNADO', document]),
        ...left.map((document): EntrySummary => ['ARCHIVO DIGITALIZADO LIBERADO DEL PAQUETE', document]),
      ],
    };
  }
  // The code chooses ids of new documents; that every line gets a document of its own follows from the state.
  const made = hint.told.flatMap(([action, document]) => (action === 'NUEVO ARCHIVO DIGITALIZADO' ? [document] : []));
  const documents = new Map(state.documents);
  const fresh = arrived.map((line, place) => {
    const document = made[place] ?? `documentos/made-${place}`;
    const { name, type } = line;
    documents.set(document, { ...brought, name, type, ubicacion: '', returnReason: '', createdBy: found.from, isActive: true });
    return { document, lineId: line.lineId };
  });
  const written = lines.map((line) => {
    const own = fresh.find(({ lineId }) => lineId === line.lineId);
    return own ? { ...line, digitalizationId: idIn(own.document) } : line;
  });
  return {
    state: changePackage({ ...state, documents }, path, { ...resolved, lines: written }),
    told: [['PAQUETE RECIBIDO', path], ...fresh.map(({ document }): EntrySummary => ['NUEVO ARCHIVO DIGITALIZADO', document])],
  };
}

function reject(state: State, person: Person, path: string, reason: string): Outcome {
  const found = state.packages.get(path);
  const refused = stepRefusal(person, 'reject', found);
  if (refused !== null || !found) return refuse(refused ?? 'not-found');
  const free = heldBy(state, path);
  const resolved = changePackage(state, path, { status: 'REJECTED', resolvedBy: person.id, rejectReason: reason });
  return {
    state: changeDocuments(resolved, free, () => ({ inPackage: '' })),
    told: [['PAQUETE RECHAZADO', path], ...free.map((document): EntrySummary => ['ARCHIVO DIGITALIZADO LIBERADO DEL PAQUETE', document])],
  };
}

/** Copies a draft with the same destination and its lines, or with those that did not arrive. */
function copy(state: State, person: Person, path: string, hint: Hint, onlyMissing: boolean): Outcome {
  const found = state.packages.get(path);
  if (!found || !seesPackage(person, 'sender', found)) return refuse('not-found');
  const isMissing = ({ verdict }: LineState) => found.status === 'ACCEPTED' && verdict !== '' && !ARRIVED.includes(verdict);
  const lines = onlyMissing ? found.lines.filter(isMissing) : found.lines;
  if (onlyMissing && lines.length === 0) return refuse('conflict');
  const draft = draftOf(found);
  const copied = lines.map(({ name, type, digitalizationId }, place) => ({
    lineId: String(place + 1),
    name,
    type,
    digitalizationId: found.needReassign ? digitalizationId : '',
  }));
  const note = onlyMissing ? (hint.made?.state.note ?? '') : draft.note;
  return makeDraft(state, person, { ...draft, note, lines: copied }, hint.made);
}

/** Only what the leaving person holds goes to the next person, one kind at a time. */
function handOver(state: State, person: Person, { from, to }: Extract<Act, { verb: 'hand over' }>, { told }: Hint): Outcome {
  if (person.role !== 'admin') return refuse('forbidden');
  if (from === to) return refuse('invalid-input');
  const next = personOf(to);
  const heldPaths = [...state.documents]
    .filter(([, one]) => one.userId === from && one.inPackage === '' && one.isActive)
    .map(([path]) => path);
  const packages = [...state.packages].filter(
    ([, one]) => one.isActive && ((one.from === from && one.status === 'ENTERED') || (one.userAssign === from && one.status === 'SENT')),
  );
  // May be refused: a document whose type the next person may not view.
  const cannot = [
    ...heldPaths.map((path) => byPath(state.documents, path).type),
    ...packages.flatMap(([, { status, lines }]) => (status === 'SENT' ? lines.map(({ type }) => type) : [])),
  ].some((type) => !can(next, 'view', type));
  if (told.length === 0) return cannot ? refuse('invalid-input', 'conflict') : { state, told: [] };
  const paths = told.map(([, path]) => path);
  if (paths.every((path) => state.documents.has(path)))
    return paths.every((path) => heldPaths.includes(path)) ? assign(state, paths, next) : refuse('not theirs');
  let after = state;
  for (const path of paths) {
    const one = packages.find(([known]) => known === path)?.[1];
    if (!one) return refuse('not theirs');
    const keeps = next.agencyId === one.agencyId && receives(next);
    after = changePackage(after, path, one.status === 'ENTERED' ? { from: to } : { userAssign: keeps ? to : '' });
  }
  return { state: after, told: paths.map((path) => ['PAQUETE MODIFICADO', path]) };
}

const NOTHING: Hint = { told: [], made: null };

/** The result of an act, or the codes of its refusal. @param hint of one of its stored transactions; absent to ask what would happen */
export function outcomeOf(state: State, person: Person, act: Act, hint: Hint = NOTHING): Outcome {
  switch (act.verb) {
    case 'assign':
      return onDocuments(state, person, 'assign', act.paths, () => assign(state, act.paths, personOf(act.to)));
    case 'return':
      return onDocuments(state, person, 'return', [act.path], () => ({
        state: changeDocuments(state, [act.path], () => ({ userId: '', status: 'RETURNED', returnReason: act.reason })),
        told: [['ARCHIVO DIGITALIZADO DEVUELTO', act.path]],
      }));
    case 'archive':
      return onDocuments(state, person, 'archive', act.paths, () => ({
        state: changeDocuments(state, act.paths, () => ({ userId: '', status: 'ARCHIVED', ubicacion: act.ubicacion })),
        told: act.paths.map((path) => ['ARCHIVO DIGITALIZADO ARCHIVADO', path]),
      }));
    case 'edit':
      return edit(state, person, act);
    case 'deactivate':
    case 'restore':
      return onDocuments(state, person, 'activate', act.paths, () => activate(state, act.paths, act.verb === 'restore'));
    case 'draft':
    case 'draft and send': {
      const sent = hint.told.find(([action]) => action === 'PAQUETE ENVIADO')?.[1];
      if (sent !== undefined) return send(state, person, sent);
      const again = hint.told.find(([action]) => action === 'PAQUETE MODIFICADO')?.[1];
      if (again !== undefined) return redraft(state, person, again, act.draft, null, hint);
      const isRefused =
        !isSavable(state, person, act.draft, []) || (act.verb === 'draft and send' && !isSendable(state, person, act.draft));
      // A saved draft may stay as it is: its commit is judged by the state in which it was checked before.
      return isRefused && hint.told.length === 0 ? refuse('invalid-input') : makeDraft(state, person, act.draft, hint.made);
    }
    case 'redraft':
    case 'redraft and send': {
      const sent = hint.told.find(([action]) => action === 'PAQUETE ENVIADO')?.[1];
      if (sent !== undefined) return send(state, person, sent);
      const now = state.packages.get(act.path);
      if (!act.draft || !act.opened) return refuse(stepRefusal(person, 'save', now) ?? 'not-found');
      const saved = redraft(state, person, act.path, act.draft, act.opened, hint);
      if (act.verb === 'redraft' || hint.told.length > 0 || isSendable(state, person, act.draft)) return saved;
      // Sendability is checked before the transactions, so a refusal may reflect a later state than that of the save.
      return refuse('invalid-input', ...('refused' in saved ? saved.refused : []));
    }
    case 'send':
      return send(state, person, act.path);
    case 'cancel': {
      const refused = stepRefusal(person, 'cancel', state.packages.get(act.path));
      if (refused !== null) return refuse(refused);
      return { state: changePackage(state, act.path, { isActive: false }), told: [['PAQUETE ANULADO', act.path]] };
    }
    case 'withdraw':
      return withdraw(state, person, act.path);
    case 'duplicate':
    case 'resend':
      return copy(state, person, act.path, hint, act.verb === 'resend');
    case 'seen': {
      const refused = stepRefusal(person, 'seen', state.packages.get(act.path));
      return refused === null ? { state, told: [['DIFERENCIAS DE PAQUETE VISTAS', act.path]] } : refuse(refused);
    }
    case 'check': {
      const found = state.packages.get(act.path);
      const refused = stepRefusal(person, 'check', found);
      if (refused !== null || !found) return refuse(refused ?? 'not-found');
      const lines = checked(found, act.verdicts, act.opened ?? found);
      if (lines === null) return refuse('conflict');
      const isSame = isDeepStrictEqual(lines, found.lines);
      return isSame ? { state, told: [] } : { state: changePackage(state, act.path, { lines }), told: [['PAQUETE REVISADO', act.path]] };
    }
    case 'accept':
      return accept(state, person, act, hint);
    case 'reject':
      return reject(state, person, act.path, act.reason);
    case 'hand over':
      return handOver(state, person, act, hint);
  }
}

/** Invariants of every state; each sentence says which one is violated. */
export function brokenIn({ documents, packages }: State): string[] {
  const ofDocuments = [...documents].flatMap(([path, { status, userId, inPackage, type }]) => {
    const carrier = inPackage === '' ? null : packages.get(`PACKAGES/${inPackage}`);
    return [
      (status === 'ASSIGNED') === (userId !== '') ? '' : `${path} is ${status} and held by ${userId || 'nobody'}`,
      userId !== '' && !can(personOf(userId), 'view', type) ? `${path} is held by ${userId}, who may not view ${type}` : '',
      carrier === undefined || (carrier && !carries(carrier, idIn(path))) ? `${path} is in ${inPackage}, which does not carry it` : '',
    ];
  });
  const ofPackages = [...packages].flatMap(([path, { status, isActive, needReassign, lines, resolvedBy }]) => [
    needReassign &&
    status === 'SENT' &&
    lines.some((line) => documents.get(`documentos/${line.digitalizationId}`)?.inPackage !== idIn(path))
      ? `${path} is sent, and not all of its documents are in it`
      : '',
    ['ACCEPTED', 'REJECTED'].includes(status) === (resolvedBy !== '') ? '' : `${path} is ${status}, resolved by ${resolvedBy || 'nobody'}`,
    status !== 'ENTERED' && !isActive ? `${path} is ${status} and cancelled` : '',
    status === 'ACCEPTED' && lines.some((line) => ARRIVED.includes(line.verdict) && !documents.has(`documentos/${line.digitalizationId}`))
      ? `${path} is accepted, and a line of what arrived has no document`
      : '',
  ]);
  return [...ofDocuments, ...ofPackages].filter(Boolean);
}

function carries({ status, needReassign, lines }: PackageState, id: string): boolean {
  return status === 'SENT' && needReassign && lines.some(({ digitalizationId }) => digitalizationId === id);
}

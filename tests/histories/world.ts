import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/domain/errors.ts';
import { readCustody } from '#server/features/documents/document-custody.ts';
import { createDigitalization } from '#server/features/documents/index.ts';
import { createPackages } from '#server/features/packages/index.ts';
import type { PackageValues } from '#server/features/packages/package.ts';
import { createLocalPeople } from '#server/features/people/local/local-people.ts';
import { createHandOver } from '#server/features/people/index.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createSql } from '#server/platform/sql/sql.ts';
import { MAX_WRITES, type Documents, type Fields, type FieldValue, type StoredDocument } from '#server/ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { readText } from '#server/read-model/field-readers.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { createProjectionIndex } from '#server/read-model/sync/project-documents.ts';
import { sweepCollection } from '#server/read-model/upkeep/sweep.ts';
import { verifyCollection } from '#server/read-model/upkeep/verify.ts';
import { storedVersion } from '#server/records/content-version.ts';
import { PROJECTIONS } from '#server/registries.ts';
import type { Services } from '#server/services.ts';
import { loadStaff } from '#server/staff/load-staff.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { readDocumentValues } from '#server/digitized/document.ts';
import { readPackageValues } from '#server/features/packages/package.ts';
import { afterFile } from '#server/testing/after-file.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { someServices } from '#server/testing/some-services.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import {
  brokenIn,
  draftOf,
  nameless,
  outcomeOf,
  readDocumentState,
  readPackageState,
  type Act,
  type DocumentState,
  type Draft,
  type Hint,
  type PackageState,
  type State,
  type EntrySummary,
} from './model.ts';
import { AGENCIES, CATEGORY, MENUS, PEOPLE, personOf, TYPES, type Person } from './people.ts';
import { Schedule } from './schedule.ts';
import { watchReadModel, watchStore, type Fault, type StoredWrite, type Watch } from './watched-store.ts';

/** One person's act and the faults on its way, each at the person's n-th stop (`at`). */
export interface PlannedAct {
  person: Person;
  act: Act;
  faults: readonly { at: number; fault: Fault }[];
}

type CustodyField = 'agencyId' | 'fromPackaging' | 'inPackage' | 'status' | 'userId';
type Custody = Pick<DocumentState, CustodyField> & { shelf: string };

const TABLES = ['documentos', 'packages'];
/** Collections to which a history writes. */
const WRITTEN = ['documentos', 'PACKAGES', 'auditoria'];
/** How often somebody presses the button again after «no responde». */
const PRESSES = 4;

/** People and services for histories, on stores of their own; one history at a time. */
export interface Place {
  services: Services;
  staff: ReadonlyMap<string, Staff>;
  /** Removes everything of the previous history. */
  clear: () => Promise<void>;
}

type Put = readonly [path: string, data: Fields];

/** @param stores Firestore's; embedded ones by default */
export async function createPlace(stores: Partial<Documents> = {}): Promise<Place> {
  const { url } = await createTestDatabase();
  // A third of the connections may be in transactions at once.
  const sql = createSql({ url, max: 18, application: 'histories', onError: () => undefined });
  afterFile(() => sql.end());
  const documents: Documents = {
    main: stores.main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: stores.digitalization ?? createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const log = createLog({ level: 'silent', process: 'test' });
  const readModel = createReadModel({ sql, documents, log, projections: PROJECTIONS });
  const services = someServices({ sql, documents, readModel, liveSettings: unchangedSettings(), log });
  const people = PEOPLE.map(({ id, agencyId: agency, role }): Put => {
    const person = { name: id, email: `${id}@demo.coop`, role, agency, state: true, digitalization_permission_id: `de-${id}` };
    return [`usuarios/${id}`, person];
  });
  const sets = PEOPLE.map(({ id, scope: agencyScope, may }): Put => {
    const permissions = { [CATEGORY]: Object.fromEntries(Object.entries(may).map(([type, actions]) => [type, [...actions]])) };
    return [`permisos_documentos/de-${id}`, { title: `De ${id}`, agencyScope, permissions }];
  });
  const put = async (database: keyof Documents, all: readonly Put[]) => {
    await documents[database].batch(all.map(([path, data]) => ({ kind: 'set', path, data })));
    await readModel.projectNow(
      database,
      all.map(([path]) => path),
    );
  };
  await put('digitalization', [
    [`categorias/${CATEGORY}`, { nombre: 'Legal' }],
    ...TYPES.map((type): Put => [`tipos_documento/${type}`, { nombre: type, categoryId: CATEGORY }]),
    ...sets,
  ]);
  await put('main', [
    ...AGENCIES.map((agency): Put => [`agencias/${agency}`, { nombre: `Agencia ${agency}` }]),
    ['roles/oficina', { title: 'Oficina', isActive: true }],
    ...Object.entries(MENUS).map(([role, menus]): Put => [`permisos_rol/${role}`, { menus: [...menus] }]),
    ...people,
  ]);
  const staff = new Map<string, Staff>();
  for (const { id } of PEOPLE) {
    const person = await loadStaff(services, { uid: id, sessionId: '' });
    if (!person) throw new Error(`nobody is ${id}`);
    staff.set(id, person);
  }
  return {
    services,
    staff,
    async clear() {
      const kept = stores.digitalization ? '' : `DELETE FROM documents.documents WHERE collection_group = ANY('{${WRITTEN.join()}}');`;
      await sql.query(`${kept} DELETE FROM documents.changes; DELETE FROM documentos; DELETE FROM packages`);
      for (const collection of stores.digitalization ? WRITTEN : []) {
        for await (const found of documents.digitalization.scan(collection, { pageSize: MAX_WRITES, bare: true }))
          await documents.digitalization.batch(found.map(({ path }) => ({ kind: 'delete', path })));
      }
    },
  };
}

/** A requested act and its progress. */
interface RunningAct extends PlannedAct {
  stops: number;
  /** The entries of each of its stored transactions. */
  stored: EntrySummary[][];
  /** Indexes of past states: at the first request, and at the last. */
  began: number;
  pressed: number;
}

/** One history: acts on the stores as people press buttons, each stored transaction checked against the model. */
export class World {
  /** Violations, in sentences. */
  readonly wrong: string[] = [];
  /** Events, in plain words. */
  readonly told: string[] = [];
  #past: State[] = [{ documents: new Map(), packages: new Map() }];
  /** Everything stored, by path. */
  readonly #mirror = new Map<string, Fields>();
  readonly #custody = new Map<string, Custody[]>();
  /** Responses of this round, judged when it is over. */
  readonly #answers: (() => void)[] = [];
  /** Documents whose rows may be stale. */
  readonly #behind = new Set<string>();
  acts = 0;
  refusals = 0;
  faults = 0;

  constructor(
    private readonly place: Place,
    /** Prefix of its documents' ids. */
    private readonly name: string,
  ) {}

  get state(): State {
    return this.#past.at(-1) ?? { documents: new Map(), packages: new Map() };
  }

  /** Creates documents as uploads leave them, at three agencies. */
  async begin(count: number): Promise<void> {
    const { documents, readModel } = this.place.services;
    const makers = PEOPLE.filter(({ agencyId }) => agencyId !== '');
    const writes: StoredWrite[] = [];
    for (let number = 0; number < count; number += 1) {
      const { id: createdBy, agencyId } = makers[number % makers.length] ?? personOf('ana');
      const fields: Fields = {
        documentName: `Papel ${number}`,
        categoryId: CATEGORY,
        documentId: TYPES[number % TYPES.length] ?? '',
        campos: {},
        userId: '',
        userAssign: '',
        agencyId,
        agencyFromDoc: agencyId,
        status: 'INDEXED',
        url: '',
        versions: [],
        fromPackaging: '',
        inPackage: '',
        returnReason: '',
        ubicacion: '',
        createdBy,
      };
      const path = `documentos/${this.name}-d${number}`;
      const entry = { user: createdBy, userName: createdBy, action: 'NUEVO ARCHIVO DIGITALIZADO', targetPath: path };
      const entryData = { ...entry, beforeData: null, newData: fields, at: new Date(), requestId: '' };
      writes.push({ kind: 'create', path, data: fields }, { kind: 'create', path: `auditoria/${this.name}-e${number}`, data: entryData });
    }
    await documents.digitalization.batch(writes.map(({ path, data }) => ({ kind: 'create', path, data })));
    await readModel.projectNow(
      'digitalization',
      writes.map(({ path }) => path).filter((path) => path.startsWith('documentos/')),
    );
    this.#apply(writes);
    this.#past.push(this.#read());
  }

  /** Up to five people at once. @param turns order of turns; null leaves it to the database */
  async round(deeds: readonly PlannedAct[], turns: readonly number[] | null): Promise<void> {
    const schedule = new Schedule(turns);
    await schedule.run(deeds.map((planned, task) => () => this.#perform(planned, schedule, task)));
    this.#answers.splice(0).forEach((judge) => judge());
  }

  async #perform(planned: PlannedAct, schedule: Schedule, task: number): Promise<void> {
    const running: RunningAct = { ...planned, stops: 0, stored: [], began: this.#past.length - 1, pressed: 0 };
    const services = this.#servicesOf(running, schedule, task);
    const formToken = `formulario-${this.name}-${this.acts}`.padEnd(20, '-');
    this.acts += 1;
    const actor = this.place.staff.get(planned.person.id);
    if (!actor) throw new Error(`${planned.person.id} is not there`);
    const say = (what: string) => this.told.push(`${describeAct(running)}: ${what}`);
    for (let press = 1; ; press += 1) {
      running.pressed = this.#past.length - 1;
      try {
        await this.#press(services, { actor, formToken }, running);
        const until = this.#untilNow();
        say('done');
        this.#answers.push(() => this.#judgeDone(running, until));
        return;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'unavailable' && running.stops === 0) throw error;
        const until = this.#untilNow();
        say(error.code === 'unavailable' ? 'no answer' : `refused (${error.code}: ${error.userMessage})`);
        if (error.code === 'unavailable' && press < PRESSES) continue;
        this.#answers.push(() => this.#judgeRefused(running, error, until));
        return;
      }
    }
  }

  /** Index of the latest state that a response may reflect: includes what the database has stored but the writer does not know yet. */
  #untilNow(): number {
    return this.#past.length + 2;
  }

  /** The services as one person's requests use them. */
  #servicesOf(running: RunningAct, schedule: Schedule, task: number): Services {
    const { services } = this.place;
    const watch: Watch = {
      stop: async () => {
        await schedule.stop(task);
        running.stops += 1;
        const fault = running.faults.find(({ at }) => at === running.stops)?.fault ?? null;
        if (fault) this.faults += 1;
        return fault;
      },
      locks: (paths) => schedule.locks(task, paths),
      locked: (paths) => schedule.locked(task, paths),
      released: () => schedule.released(task),
      stored: (writes) => this.#stored(running, writes),
      notProjected: (paths) => paths.forEach((path) => this.#behind.add(path)),
    };
    const documents = { ...services.documents, digitalization: watchStore(services.documents.digitalization, watch) };
    const own: Services = { ...services, documents, readModel: watchReadModel(services.readModel, watch) };
    return { ...own, restBackend: createLocalPeople(own) as Services['restBackend'] };
  }

  async #press(services: Services, { actor, formToken }: { actor: Staff; formToken: string }, { act }: RunningAct): Promise<void> {
    const digitalization = createDigitalization(services);
    const packages = createPackages(services);
    const call = { actor, formToken };
    const open = async (path: string) => (await services.documents.digitalization.get(path)) ?? null;
    switch (act.verb) {
      case 'assign':
        await digitalization.assignDocuments({ ...call, ids: act.paths.map(idIn), userId: act.to, comment: '' });
        return;
      case 'return':
        return digitalization.returnDocument({ ...call, id: idIn(act.path), reason: act.reason });
      case 'archive':
        return digitalization.archiveDocuments({ ...call, ids: act.paths.map(idIn), ubicacion: act.ubicacion });
      case 'deactivate':
        return digitalization.deactivateDocuments({ ...call, ids: act.paths.map(idIn) });
      case 'restore':
        return digitalization.restoreDocuments({ ...call, ids: act.paths.map(idIn) });
      case 'edit': {
        const page = await opened(act, () => open(act.path), readDocumentState);
        const base = page && readDocumentValues(page.data);
        const values = { documentName: act.name ?? base?.documentName ?? '', documentId: act.type ?? base?.documentId ?? '' };
        const ifVersion = page ? storedVersion(readDocumentValues, page.data) : '';
        await digitalization.editDocument({ ...call, id: idIn(act.path), ifVersion, base, values });
        return;
      }
      case 'draft':
        await packages.saveDraft({ ...call, id: null, given: valuesOf(act.draft) });
        return;
      case 'draft and send':
        await packages.saveAndSend({ ...call, id: null, given: valuesOf(act.draft) });
        return;
      case 'redraft':
      case 'redraft and send': {
        const page = await opened(act, () => open(act.path), readPackageState);
        if (page) act.draft ??= redrafted(readPackageState(page.data), act.change);
        const ifVersion = page ? storedVersion(readPackageValues, page.data) : '';
        const draft = { ...call, id: idIn(act.path), ifVersion, given: valuesOf(act.draft ?? EMPTY) };
        await (act.verb === 'redraft' ? packages.saveDraft(draft) : packages.saveAndSend(draft));
        return;
      }
      case 'send':
        return packages.sendPackage({ ...call, id: idIn(act.path) });
      case 'cancel':
        return packages.cancelPackage({ ...call, id: idIn(act.path) });
      case 'withdraw':
        return packages.withdrawPackage({ ...call, id: idIn(act.path) });
      case 'duplicate':
        await packages.duplicatePackage({ ...call, id: idIn(act.path) });
        return;
      case 'resend':
        await packages.resendMissing({ ...call, id: idIn(act.path) });
        return;
      case 'seen':
        return packages.acknowledgeDifferences({ ...call, id: idIn(act.path) });
      case 'check':
      case 'accept': {
        await opened(act, () => open(act.path), readPackageState);
        const checks = (act.opened?.lines ?? []).map(({ lineId, verdict: was }, place) => ({
          place,
          lineId,
          verdict: act.verdicts[place % Math.max(1, act.verdicts.length)] || was,
          was: { verdict: was, note: '' },
        }));
        const receipt = { ...call, id: idIn(act.path), receipt: { checks } };
        return act.verb === 'check' ? packages.checkPackage(receipt) : packages.acceptPackage(receipt);
      }
      case 'reject':
        return packages.rejectPackage({ ...call, id: idIn(act.path), reason: act.reason });
      case 'hand over':
        await createHandOver(services).handOver({ ...call, id: act.from, userId: act.to });
        return;
    }
  }

  #apply(writes: readonly StoredWrite[]): void {
    for (const { kind, path, data } of writes) {
      if (kind === 'delete') this.#mirror.delete(path);
      else
        this.#mirror.set(path, { ...(kind === 'create' && { isActive: true }), ...(kind === 'update' && this.#mirror.get(path)), ...data });
    }
    for (const path of new Set(writes.map((write) => write.path))) {
      const data = this.#mirror.get(path);
      if (!path.startsWith('documentos/') || !data) continue;
      const document = readDocumentState(data);
      const held: Custody = { ...pick(document), shelf: document.status === 'ARCHIVED' ? document.ubicacion : '' };
      const known = this.#custody.get(path) ?? [];
      if (!isDeepStrictEqual(known.at(-1), held)) this.#custody.set(path, [...known, held]);
    }
  }

  #read(): State {
    const of = <Value>(collection: string, read: (data: Fields) => Value) =>
      new Map([...this.#mirror].flatMap(([path, data]) => (path.startsWith(collection) ? [[path, read(data)] as const] : [])));
    return { documents: of('documentos/', readDocumentState), packages: of('PACKAGES/', readPackageState) };
  }

  /** Checks a stored transaction: the model must allow it now, and its entries must describe it. */
  #stored(running: RunningAct, writes: readonly StoredWrite[]): void {
    const before = this.state;
    const earlier = new Map(writes.map(({ path }) => [path, this.#mirror.get(path)]));
    this.#apply(writes);
    const after = this.#read();
    this.#past.push(after);
    const entries = writes.filter(({ path }) => path.startsWith('auditoria/')).map(({ data }) => data);
    const summaries = entries.map((entry): EntrySummary => [readText(entry, 'action'), readText(entry, 'targetPath')]);
    running.stored.push(summaries);
    this.told.push(`${describeAct(running)}: stored ${summaries.map(([action, path]) => `${action} ${path}`).join(', ')}`);
    const made = writes.find(({ kind, path }) => kind === 'create' && path.startsWith('PACKAGES/'));
    const hint: Hint = { told: summaries, made: made ? { path: made.path, state: readPackageState(made.data) } : null };
    const problem = this.#problemOf(running, { before, after, hint });
    if (problem !== null) this.#find(running, problem);
    for (const broken of brokenIn(after)) this.#find(running, broken);
    for (const missingEntry of findMissingEntries(writes, entries, earlier, (path) => this.#mirror.get(path), running.person))
      this.#find(running, missingEntry);
  }

  #problemOf({ person, act, began }: RunningAct, { before, after, hint }: { before: State; after: State; hint: Hint }): string | null {
    // A copy is made from the package as it was read, and may be stored after the package has changed.
    const isCopy = act.verb === 'duplicate' || act.verb === 'resend';
    const sources = isCopy ? this.#past.slice(began).map(({ packages }) => packages.get(act.path)) : [null];
    let problem: string | null = null;
    for (const source of sources) {
      const seen = source && isCopy ? { ...before, packages: new Map(before.packages).set(act.path, source) } : before;
      const outcome = outcomeOf(seen, person, act, hint);
      if ('refused' in outcome) problem = `was stored, and should be refused (${outcome.refused.join(', ')})`;
      else {
        const expected =
          isCopy && hint.made ? withPackage(before, hint.made.path, outcome.state.packages.get(hint.made.path)) : outcome.state;
        problem = differenceOf(expected, after) ?? entryDifference(outcome.told, hint.told);
      }
      if (problem === null) return null;
    }
    return problem;
  }

  #judgeDone({ person, act, began, stored, ...running }: RunningAct, until: number): void {
    const oneTransaction = ![
      'draft',
      'draft and send',
      'redraft',
      'redraft and send',
      'hand over',
      'edit',
      'deactivate',
      'restore',
    ].includes(act.verb);
    if (oneTransaction && stored.length > 1) this.#find({ ...running, person, act }, `was done ${stored.length} times`);
    if (stored.length > 0 || act.verb === 'hand over') return;
    const isNothing = this.#past.slice(began, until).some((state) => {
      const outcome = outcomeOf(state, person, act);
      return !('refused' in outcome) && outcome.told.length === 0;
    });
    if (!isNothing) this.#find({ ...running, person, act }, 'was answered as done, and nothing was stored');
  }

  #judgeRefused(running: RunningAct, { code, message }: AppError, until: number): void {
    const { act, person, pressed, stored } = running;
    this.refusals += 1;
    if (code === 'unavailable') {
      if (running.faults.length === 0) this.#find(running, `was not answered without any fault (${message})`);
      return;
    }
    const tells = (action: string) => stored.some((told) => told.some(([one]) => one === action));
    const wasDone = act.verb === 'draft and send' || act.verb === 'redraft and send' ? tells('PAQUETE ENVIADO') : stored.length > 0;
    const knowsForms = !['edit', 'deactivate', 'restore', 'redraft', 'hand over'].includes(act.verb);
    if (wasDone && knowsForms && this.#isStillMade(running))
      this.#find(running, `was stored, and refused when the same form was sent again (${code}: ${message})`);
    if (stored.length > 0) return;
    const since = this.#past.slice(pressed, until);
    const allowedCodes = since.flatMap((state) => {
      const outcome = outcomeOf(state, person, act);
      return 'refused' in outcome ? outcome.refused : [];
    });
    const isStale =
      (act.verb === 'redraft' || act.verb === 'redraft and send') &&
      since.some(({ packages }) => {
        const now = packages.get(act.path);
        return now && act.opened && !isDeepStrictEqual(draftOf(now), draftOf(act.opened));
      });
    if (!allowedCodes.includes(code) && !(isStale && code === 'conflict') && act.verb !== 'hand over')
      this.#find(running, `was refused without a reason (${code}: ${message})`);
  }

  /** Whether a draft's stored content is still that of the form; if somebody changed it, sending again is another act. */
  #isStillMade({ act, stored }: RunningAct): boolean {
    if (act.verb !== 'draft' && act.verb !== 'draft and send') return true;
    const path = stored.flat().find(([action]) => action === 'PAQUETE CREADO')?.[1] ?? '';
    const found = this.state.packages.get(path);
    const plain = (draft: Draft) => ({
      ...draft,
      lines: nameless(draft).lines.map((line) => ({ ...line, ...(!draft.needReassign && { digitalizationId: '' }) })),
    });
    return found !== undefined && isDeepStrictEqual(plain(draftOf(found)), plain(act.draft));
  }

  #find(running: PlannedAct, sentence: string): void {
    this.wrong.push(`${describeAct(running)}: ${sentence}`);
  }

  /** After all acts: what is stored is what was reported, custody has no gap, and the rows agree. */
  async end(): Promise<void> {
    const { sql, documents, log } = this.place.services;
    const store = documents.digitalization;
    const stored = await store.getMany([...this.#mirror.keys()]);
    const found = new Map(stored.flatMap((document) => (document ? [[document.path, document] as const] : [])));
    for (const [path, expected] of this.#mirror) {
      const data = found.get(path)?.data ?? {};
      for (const [field, value] of Object.entries(expected))
        if (!isSameValue(data[field], value)) this.wrong.push(`${path}: ${field} is stored otherwise than it was written`);
    }
    const entries = stored.flatMap((document) => (document?.collection === 'auditoria' ? [document] : []));
    for (const [path, expected] of this.#custody) this.#judgeCustody(found.get(path), entries, expected);
    const projections = PROJECTIONS.filter(({ table }) => TABLES.includes(table));
    const verify = async () => {
      const verified = await Promise.all(projections.map((one) => verifyCollection({ sql, documents }, one, { patienceMs: 0 })));
      return verified.flatMap(({ drift }) => drift);
    };
    const first = await verify();
    for (const { path, problem } of first) if (!this.#behind.has(path)) this.wrong.push(`the row of ${path} was never written: ${problem}`);
    if (first.length === 0) return;
    const index = createProjectionIndex(projections);
    for (const one of projections) await sweepCollection({ sql, documents, index, log }, one, { rewrite: false, patienceMs: 0 });
    for (const { path, problem } of await verify()) this.wrong.push(`the row of ${path} is wrong after rest: ${problem}`);
  }

  #judgeCustody(document: StoredDocument | undefined, entries: readonly StoredDocument[], expected: readonly Custody[]): void {
    if (!document) return;
    const own = entries.filter(({ data }) => data['targetPath'] === document.path);
    own.sort((one, other) => Number(one.version - other.version));
    const intervals = readCustody(document, own);
    const path = document.path;
    intervals.forEach(({ from, to, untold }, place) => {
      if (untold !== null) this.wrong.push(`custody of ${path} has a gap: the audit does not tell how it came where it was since ${from}`);
      if (to !== (intervals[place + 1]?.from ?? null)) this.wrong.push(`custody of ${path} has a gap or an overlap at ${to}`);
    });
    const derived = intervals.map(({ held }): Custody => ({ ...pick(held), shelf: held.shelf }));
    if (!isDeepStrictEqual(derived, [...expected]))
      this.wrong.push(`custody of ${path} is told as ${JSON.stringify(derived)} and was ${JSON.stringify(expected)}`);
  }
}

const idIn = (path: string): string => path.slice(path.indexOf('/') + 1);

function pick(held: Pick<DocumentState, CustodyField>): Pick<DocumentState, CustodyField> {
  const { userId, agencyId, inPackage, fromPackaging, status } = held;
  return { userId, agencyId, inPackage, fromPackaging, status };
}

/** Content of the page from which a form is sent: opened once, however often the button is pressed. */
async function opened<Value>(
  act: { opened?: Value; page?: StoredDocument | null },
  open: () => Promise<StoredDocument | null>,
  read: (data: Fields) => Value,
): Promise<StoredDocument | null> {
  if (act.page !== undefined) return act.page;
  act.page = await open();
  if (act.page) act.opened = read(act.page.data);
  return act.page;
}

const EMPTY: Draft = { agencyId: '', userAssign: '', needReassign: false, note: '', lines: [] };

function valuesOf({ agencyId, userAssign, needReassign, note, lines }: Draft): PackageValues {
  const detailOfPackage = lines.map(({ lineId, name, type, digitalizationId }) => ({
    lineId,
    document: name,
    categoryId: CATEGORY,
    documentId: type,
    digitalizationId,
  }));
  return { agencyId, userAssign, needReassign, note, digitalizationId: '', detailOfPackage };
}

/** The opened form with some change. */
function redrafted(now: PackageState, change: number): Draft {
  const draft = draftOf(now);
  switch (change % 4) {
    case 0:
      return { ...draft, note: `Nota ${change}` };
    case 1:
      return { ...draft, lines: draft.lines.slice(1) };
    case 2:
      return { ...draft, userAssign: '' };
    default:
      return { ...draft, agencyId: AGENCIES[change % AGENCIES.length] ?? '', userAssign: '' };
  }
}

function withPackage(state: State, path: string, found: PackageState | undefined): State {
  return found ? { ...state, packages: new Map(state.packages).set(path, found) } : state;
}

function differenceOf(expected: State, actual: State): string | null {
  for (const [path, document] of actual.documents) {
    const wanted = expected.documents.get(path);
    if (!isDeepStrictEqual(document, wanted)) return `left ${path} as ${describeDifference(document, wanted)}`;
  }
  for (const [path, found] of actual.packages) {
    const wanted = expected.packages.get(path);
    if (!wanted || !isDeepStrictEqual(nameless(found), nameless(wanted))) return `left ${path} as ${describeDifference(found, wanted)}`;
  }
  const missing = [...expected.documents.keys(), ...expected.packages.keys()].filter(
    (path) => !actual.documents.has(path) && !actual.packages.has(path),
  );
  return missing.length > 0 ? `did not make ${missing.join(', ')}` : null;
}

function describeDifference(actual: object, wanted: object | undefined): string {
  const differing = Object.entries(actual).filter(
    ([name, value]) => !isDeepStrictEqual(value, (wanted as Record<string, unknown> | undefined)?.[name]),
  );
  return differing
    .map(
      ([name, value]) =>
        `${name} ${JSON.stringify(value)} instead of ${JSON.stringify((wanted as Record<string, unknown> | undefined)?.[name])}`,
    )
    .join(', ');
}

function entryDifference(expected: readonly EntrySummary[], actual: readonly EntrySummary[]): string | null {
  const [wanted, found] = [expected, actual].map((told) => told.map((one) => one.join(' ')).sort());
  return isDeepStrictEqual(wanted, found)
    ? null
    : `was told as ${found?.join(', ') || 'nothing'} instead of ${wanted?.join(', ') || 'nothing'}`;
}

/** Fields written by the store itself, and the last saver. */
const GENERIC = ['createdAt', 'updatedAt', 'updatedBy', 'isActive'];

/** What a transaction's entries omit or report wrongly: there must be one per record, with before and after, by the right person. */
function findMissingEntries(
  writes: readonly StoredWrite[],
  entries: readonly Fields[],
  earlier: ReadonlyMap<string, Fields | undefined>,
  now: (path: string) => Fields | undefined,
  person: Person,
): string[] {
  const paths = [...new Set(writes.map(({ path }) => path))].filter((path) => !path.startsWith('auditoria/'));
  return paths.flatMap((path) => {
    const own = entries.filter(({ targetPath }) => targetPath === path);
    const [entry] = own;
    if (own.length !== 1 || !entry) return [`${path} was changed with ${own.length} entries`];
    if (entry['user'] !== person.id) return [`${path} was changed by ${person.id}, and the entry names ${readText(entry, 'user')}`];
    const [before, after] = [earlier.get(path), now(path) ?? {}];
    const recordedAfter = (entry['newData'] ?? {}) as Fields;
    const recordedBefore = entry['beforeData'] as Fields | null;
    if ((before === undefined) !== (recordedBefore === null)) return [`the entry of ${path} does not say whether it is new`];
    const changed = Object.keys(after).filter((name) => !isSameValue(after[name], before?.[name]) && (before || !GENERIC.includes(name)));
    const unrecorded = changed.filter((name) => !['updatedAt', 'updatedBy'].includes(name) && !Object.hasOwn(recordedAfter, name));
    const wrong = Object.entries(recordedBefore ?? recordedAfter).filter(
      ([name]) =>
        !isSameValue(recordedAfter[name], after[name]) || (before && recordedBefore && !isSameValue(recordedBefore[name], before[name])),
    );
    return [
      ...unrecorded.map((name) => `${name} of ${path} was changed, and no entry says so`),
      ...wrong.map(([name]) => `the entry of ${path} says of ${name} what was not`),
    ];
  });
}

/** Compares as stored: null equals absent, moments by milliseconds. */
function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  const plain = (value: FieldValue | undefined): unknown => JSON.parse(JSON.stringify(value ?? null));
  return isDeepStrictEqual(plain(one), plain(other));
}

/** «ana assigns p-d0 to rita» */
export function describeAct({ person, act }: Pick<PlannedAct, 'act' | 'person'>): string {
  const { verb, ...rest } = act;
  const words = Object.entries(rest).flatMap(([name, value]) => {
    if (name === 'opened' || name === 'page' || (name === 'draft' && verb.startsWith('redraft'))) return [];
    return [typeof value === 'string' || typeof value === 'number' ? `${name} ${value}` : `${name} ${JSON.stringify(value)}`];
  });
  return [person.id, verb, ...words].join(' ');
}

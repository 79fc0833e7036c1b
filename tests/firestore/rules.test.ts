import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deleteApp, initializeApp } from '@firebase/app';
import {
  addDoc,
  collection,
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  getDocFromServer,
  getDocsFromServer,
  initializeFirestore,
  query,
  serverTimestamp,
  setDoc,
  setLogLevel,
  updateDoc,
  where,
  type EmulatorMockTokenOptions,
  type Firestore,
  type FirestoreError,
  type WhereFilterOp,
} from '@firebase/firestore';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf, addDays } from '#server/domain/dates.ts';
import type { DatabaseName } from '#server/ports/documents/document-store.ts';
import { CONTENTS } from '#server/features/contents/shown-contents.ts';
import { QUOTE_KINDS } from '#server/features/quotes/domain/quotes.ts';
import { REQUEST_FIELDS, QUOTE_FIELDS } from '#server/features/quotes/quote.ts';
import { afterFile } from '#server/testing/after-file.ts';
import { hasService } from '#server/testing/services.ts';
import { useSharedFirestore, type SharedFirestore } from '#server/testing/shared-firestore.ts';
import { COLLECTIONS } from '../data-model/collections.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const json = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as unknown;
const { firestore: deployed, storage } = json('firebase.json') as {
  firestore: { target: DatabaseName; rules: string }[];
  storage: { rules: string };
};

type Value = string | number | boolean | null | Date | readonly Value[];
const today = dayOf(new Date());
const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];
/** Conditions of a query. */
type Where = readonly (readonly [field: string, op: WhereFilterOp, value: Value])[];
/** Path of a content's collection; sub-collections are below one service. */
const placeOf = ({ id, parent }: (typeof CONTENTS)[number]) => (parent ? `${parent.definition.id}/servicio/${parent.collection}` : id);

/** Code that the client library gives for a refusal by the rules. */
const REFUSED = 'permission-denied';
const answerOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: unknown) => (error as FirestoreError).code,
  );

/** Clients: the phone app before and after its user has signed in, and the server, to which no rules apply. */
function appsOf(host: string, projectId: string) {
  const open = (mockUserToken?: EmulatorMockTokenOptions | string): Firestore => {
    const app = initializeApp({ projectId }, randomUUID());
    afterFile(() => deleteApp(app));
    const firestore = initializeFirestore(app, {});
    const { hostname, port } = new URL(`http://${host}`);
    connectFirestoreEmulator(firestore, hostname, Number(port), mockUserToken === undefined ? {} : { mockUserToken });
    return firestore;
  };
  return { stranger: open(), user: open({ sub: 'persona', role: 'admin' }), server: open('owner') };
}

/** Loads rules through the emulator's own API, which no client library offers. */
async function load({ host, projects }: SharedFirestore, database: DatabaseName, content: string): Promise<void> {
  const answer = await fetch(`http://${host}/emulator/v1/projects/${projects[database]}:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ name: 'rules', content }] } }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

describe.runIf(hasService('Firestore emulator'))('the rules of both projects', () => {
  let emulator: SharedFirestore;
  let apps: Record<DatabaseName, ReturnType<typeof appsOf>>;
  beforeAll(async () => {
    // Otherwise each refusal logs a line.
    setLogLevel('silent');
    emulator = await useSharedFirestore('rules');
    apps = { main: appsOf(emulator.host, emulator.projects.main), digitalization: appsOf(emulator.host, emulator.projects.digitalization) };
    for (const { target, rules } of deployed) await load(emulator, target, readFileSync(path.join(ROOT, rules), 'utf8'));
    await put('productos_servicios/servicio', { isActive: true, estado: true });
    await put('productos_servicios/oculto', { isActive: true, estado: false });
  });

  const put = (place: string, data: Record<string, Value>, database: DatabaseName = 'main') =>
    setDoc(doc(apps[database].server, place), data);
  const read = (place: string) => answerOf(getDocFromServer(doc(apps.main.stranger, place)));
  /** @returns ids of the found documents, or the code of a refusal */
  const ask = async (place: string, asked: Where) => {
    const conditions = asked.map(([field, op, value]) => where(field, op, value));
    const found = getDocsFromServer(query(collection(apps.main.stranger, place), ...conditions));
    return found.then(
      ({ docs }) => docs.map(({ id }) => id),
      () => answerOf(found),
    );
  };

  describe.each(CONTENTS.map((definition) => [placeOf(definition), definition] as const))(
    'of %s',
    (place, { fields, publishing = { flag: '' } }) => {
      const { from, until } = publishing;
      const shown = {
        isActive: true,
        ...(fields.some(({ name }) => name === 'estado') && { estado: true }),
        ...(from && { [from]: today }),
        ...(until && { [until]: today }),
      };
      const on: Where = Object.entries(shown).flatMap(([name, value]) => (typeof value === 'boolean' ? [[name, '==', value]] : []));
      const window: Where = [...(from ? [[from, '<=', today] as const] : [])];
      const endings: Where = until
        ? [
            [until, '>=', today],
            [until, '==', ''],
          ]
        : [];
      const hidden: Record<string, Record<string, Value>> = {
        eliminada: { ...shown, isActive: false },
        ...('estado' in shown && { oculta: { ...shown, estado: false } }),
        ...(from && { programada: { ...shown, [from]: tomorrow, [until ?? '']: tomorrow } }),
        ...(until && { vencida: { ...shown, [until]: yesterday } }),
      };

      beforeAll(async () => {
        await put(`${place}/publicada`, shown);
        if (until) await put(`${place}/abierta`, { ...shown, ...(from && { [from]: '' }), [until]: '' });
        for (const [id, data] of Object.entries(hidden)) await put(`${place}/${id}`, data);
      });

      it('let everybody read published documents, and no others', async () => {
        expect(await read(`${place}/publicada`), 'firestore.rules has a line for it').toBe('done');
        if (until) expect(await read(`${place}/abierta`)).toBe('done');
        for (const id of [...Object.keys(hidden), 'ninguna']) expect([id, await read(`${place}/${id}`)]).toEqual([id, REFUSED]);
      });

      it('allow a list query only with all conditions of publication', async () => {
        if (until) {
          const [open = [], ended = []] = endings;
          expect([await ask(place, [...on, ...window, open as Where[0]]), await ask(place, [...on, ...window, ended as Where[0]])]).toEqual(
            [['publicada'], ['abierta']],
          );
          expect(await ask(place, on)).toBe(REFUSED);
        } else expect(await ask(place, on)).toEqual(place === 'productos_servicios' ? ['publicada', 'servicio'] : ['publicada']);
        for (const left of on)
          expect(await ask(place, [...on.filter((one) => one !== left), ...window, ...endings.slice(0, 1)]), left[0]).toBe(REFUSED);
      });
    },
  );

  it('hide the sub-collections of a hidden service', async () => {
    for (const below of ['productos', 'fotos']) {
      await put(`productos_servicios/oculto/${below}/uno`, { isActive: true, estado: true });
      expect(await read(`productos_servicios/oculto/${below}/uno`)).toBe(REFUSED);
    }
  });

  it('deny every other read and every write, signed in or not', async () => {
    const contents = new Set(CONTENTS.map(placeOf));
    let tried = 0;
    for (const { database, path: pattern } of COLLECTIONS) {
      const place = pattern.replace('{id}', 'servicio');
      await put(`${place}/uno`, { isActive: true, estado: true, persona: 'persona' }, database);
      const { stranger, user } = apps[database];
      for (const [who, app] of Object.entries({ stranger, 'a signed-in user': user })) {
        const [all, one] = [collection(app, place), doc(app, `${place}/uno`)];
        const asked: [string, Promise<unknown>][] = [
          ['change', setDoc(one, { isActive: true })],
          ['add', addDoc(all, { isActive: true })],
          ['remove', deleteDoc(one)],
          ...(database === 'main' && contents.has(place)
            ? []
            : ([
                ['read', getDocFromServer(one)],
                ['list', getDocsFromServer(all)],
              ] as [string, Promise<unknown>][])),
        ];
        const answers = await Promise.all(asked.map(([, answer]) => answerOf(answer)));
        asked.forEach(([what], at) => expect([place, who, what, answers[at]]).toEqual([place, who, what, REFUSED]));
        tried += asked.length;
      }
    }
    expect(tried).toBeGreaterThan(300);
  });

  describe('a prospect', () => {
    const whole: Record<string, Value> = {
      tipo: 'prestamo',
      tipoPrestamo: 'fiduciario',
      monto: 15_000,
      plazoMeses: 24,
      cuota: 748.86,
      nombre: 'Rosa Ajú',
      telefono: '5555 0101',
      correo: 'rosa@correo.test',
      agencia: 'agencia-01',
      estado: true,
      bitacora: [],
      isActive: true,
    };
    const TIMES = ['createdAt', 'updatedAt'];
    /** As the app writes: with server timestamps. */
    const timed = (data: Record<string, Value>, times = TIMES) => ({
      ...data,
      ...Object.fromEntries(times.map((name) => [name, serverTimestamp()])),
    });
    const prospects = () => collection(apps.main.stranger, 'cotizaciones');
    const create = (data: Record<string, Value>, { id = '', times = TIMES } = {}) =>
      answerOf(id ? setDoc(doc(prospects(), id), timed(data, times)) : addDoc(prospects(), timed(data, times)));

    it('is accepted in every kind, and with the required fields alone', async () => {
      for (const { id } of QUOTE_KINDS) expect(await create({ ...whole, tipo: id })).toBe('done');
      const { tipo = '', nombre = '', estado = true, isActive = true } = whole;
      expect(await create({ tipo, nombre, estado, isActive })).toBe('done');
      expect(await create({ ...whole, monto: null, plazoMeses: null, cuota: null, correo: '' })).toBe('done');
      expect(await create(whole, { times: ['createdAt'] })).toBe('done');
    });

    it('is rejected with unknown fields, wrong types or sizes, an unknown kind or a missing field', async () => {
      const asked = new Set<string>(REQUEST_FIELDS.map(({ name }) => name));
      const ours = QUOTE_FIELDS.map(({ name }) => name).filter((name) => name !== 'estado' && !asked.has(name));
      expect(ours).toContain('responsable');
      const changes: Record<string, Value>[] = [
        ...[...ours, 'updatedBy', 'version', 'id', 'parentId'].map((name) => ({ [name]: 'persona' })),
        ...[...asked].map((name) => ({ [name]: true })),
        ...[...asked].filter((name) => typeof whole[name] === 'string').map((name) => ({ [name]: 'x'.repeat(1_000) })),
        ...[...asked].filter((name) => typeof whole[name] === 'number').flatMap((name) => [{ [name]: -1 }, { [name]: 1e13 }]),
        { tipo: 'otro' },
        { nombre: '' },
        { estado: false },
        { isActive: false },
        { bitacora: ['escrita'] },
      ];
      for (const change of changes) expect([change, await create({ ...whole, ...change })]).toEqual([change, REFUSED]);
      for (const missing of ['tipo', 'nombre', 'estado', 'isActive']) {
        const { [missing]: _left, ...rest } = whole;
        expect([missing, await create(rest)]).toEqual([missing, REFUSED]);
      }
      expect(await create(whole, { times: ['updatedAt'] })).toBe(REFUSED);
      for (const own of TIMES) {
        const times = TIMES.filter((name) => name !== own);
        expect([own, await create({ ...whole, [own]: new Date(Date.now() - 1_000) }, { times })]).toEqual([own, REFUSED]);
      }
      for (const id of ['a'.repeat(129), 'con espacio', 'á', '..%2f']) expect(await create(whole, { id })).toBe(REFUSED);
    });

    it('can neither be changed nor read from outside once it is stored', async () => {
      expect(await create(whole, { id: 'guardada' })).toBe('done');
      expect(await create({ ...whole, nombre: 'Otra' }, { id: 'guardada' })).toBe(REFUSED);
      expect(await answerOf(updateDoc(doc(prospects(), 'guardada'), timed({ ...whole, nombre: 'Otra' })))).toBe(REFUSED);
      expect(await read('cotizaciones/guardada')).toBe(REFUSED);
      expect(await ask('cotizaciones', [['telefono', '==', '5555 0101']])).toBe(REFUSED);
    });
  });
});

/**
 * The rules of storage cannot run here: firebase-tools would download their runtime. The language is that of Firestore's rules, so the
 * file's text is tested as Firestore rules, with a bucket as a collection and a file as a document. This shows which files its `match`
 * covers and what its `allow` decides. It does not show what storage tells a rule about a file (size, type), nor that storage accepts the
 * text.
 */
describe.runIf(hasService('Firestore emulator'))('the storage rules, evaluated as Firestore rules', () => {
  const rules = readFileSync(path.join(ROOT, storage.rules), 'utf8');
  const OUTER = /service firebase\.storage \{\s+match \/b\/\{bucket\}\/o \{/;
  let emulator: SharedFirestore;
  let apps: ReturnType<typeof appsOf>;
  beforeAll(async () => {
    setLogLevel('silent');
    emulator = await useSharedFirestore('storage');
    apps = appsOf(emulator.host, emulator.projects.main);
  });

  // Document paths have an even number of segments: with a bucket of two segments, files at other depths become documents too.
  it.each([
    ['{bucket}', 'cubo', ['foto.png', 'media/2026/foto.png']],
    ['b/{bucket}', 'b/cubo', ['media/foto.png', 'media/2026/11/foto.png']],
  ])('deny reads and writes of files at every depth below %s', async (match, bucket, files) => {
    expect(rules).toMatch(OUTER);
    const asked = rules.replace(OUTER, `service cloud.firestore { match /databases/{database}/documents/${match} {`);
    // With every rule opened all these requests succeed: so the refusals before come from that rule, and it covers every file.
    for (const [text, answer] of [
      [asked, REFUSED],
      [asked.replaceAll('if false', 'if true'), 'done'],
    ] as const) {
      await load(emulator, 'main', text);
      for (const place of files.map((file) => `${bucket}/${file}`)) {
        for (const [who, app] of Object.entries({ stranger: apps.stranger, 'a signed-in user': apps.user })) {
          await setDoc(doc(apps.server, place), { size: 1 });
          const one = doc(app, place);
          const asks: Record<string, () => Promise<unknown>> = {
            get: () => getDocFromServer(one),
            list: () => getDocsFromServer(one.parent),
            create: () => addDoc(one.parent, { size: 2 }),
            update: () => setDoc(one, { size: 2 }),
            delete: () => deleteDoc(one),
          };
          for (const [what, ask] of Object.entries(asks))
            expect([place, who, what, await answerOf(ask())]).toEqual([place, who, what, answer]);
        }
      }
    }
  });
});

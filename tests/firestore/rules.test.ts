import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf, addDays } from '#server/domain/dates.ts';
import type { DatabaseName } from '#server/ports/documents/document-store.ts';
import { CONTENTS } from '#server/features/contents/shown-contents.ts';
import { QUOTE_KINDS } from '#server/features/quotes/domain/quotes.ts';
import { ASKED, QUOTE_FIELDS } from '#server/features/quotes/quote.ts';
import { hasService } from '#server/testing/services.ts';
import { useSharedFirestore, type SharedFirestore } from '#server/testing/shared-firestore.ts';
import { COLLECTIONS } from '../data-model/collections.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const json = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as unknown;
const { firestore: deployed } = json('firebase.json') as { firestore: { target: DatabaseName; rules: string }[] };

type Value = string | number | boolean | null | Date | readonly Value[];
const encode = (value: Value): object => {
  if (value === null) return { nullValue: null };
  if (value instanceof Date) return { timestampValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number') return { doubleValue: value };
  return typeof value === 'string' ? { stringValue: value } : { arrayValue: { values: value.map(encode) } };
};
const encodeAll = (data: Record<string, Value>) => Object.fromEntries(Object.entries(data).map(([name, value]) => [name, encode(value)]));
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const today = dayOf(new Date());
const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];
/** Conditions of a query. */
type Where = readonly (readonly [field: string, op: 'EQUAL' | 'GREATER_THAN_OR_EQUAL' | 'LESS_THAN_OR_EQUAL', value: Value])[];
/** Where the records of a content lie, its sub-collections below one service. */
const placeOf = ({ id, parent }: (typeof CONTENTS)[number]) => (parent ? `${parent.definition.id}/servicio/${parent.collection}` : id);

describe.runIf(hasService('Firestore emulator'))('the rules of both projects', () => {
  let emulator: SharedFirestore;
  beforeAll(async () => {
    emulator = await useSharedFirestore('rules');
    for (const { target, rules } of deployed) {
      const content = readFileSync(path.join(ROOT, rules), 'utf8');
      const answer = await fetch(`http://${emulator.host}/emulator/v1/projects/${emulator.projects[target]}:securityRules`, {
        method: 'PUT',
        body: JSON.stringify({ rules: { files: [{ name: rules, content }] } }),
      });
      expect(answer.ok, await answer.text()).toBe(true);
    }
    await put('productos_servicios/servicio', { isActive: true, estado: true });
    await put('productos_servicios/oculto', { isActive: true, estado: false });
  });

  const base = (database: DatabaseName) =>
    `http://${emulator.host}/v1/projects/${emulator.projects[database]}/databases/(default)/documents`;
  /** The phone app before and after its user has signed in. */
  const clients = (database: DatabaseName) => {
    const claims = { sub: 'persona', user_id: 'persona', aud: emulator.projects[database], iat: 0, exp: 4_102_444_800, role: 'admin' };
    return { stranger: {}, 'a signed-in user': { Authorization: `Bearer ${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.` } };
  };
  const put = async (place: string, data: Record<string, Value>, database: DatabaseName = 'main') => {
    const headers = { Authorization: 'Bearer owner' };
    const body = JSON.stringify({ fields: encodeAll(data) });
    expect((await fetch(`${base(database)}/${place}`, { method: 'PATCH', headers, body })).status).toBe(200);
  };
  const read = async (place: string) => (await fetch(`${base('main')}/${place}`)).status;
  /** @returns ids, or the status of a refusal */
  const ask = async (place: string, where: Where) => {
    const above = place.split('/').slice(0, -1).join('/');
    const filters = where.map(([fieldPath, op, value]) => ({ fieldFilter: { field: { fieldPath }, op, value: encode(value) } }));
    const structuredQuery = {
      from: [{ collectionId: place.split('/').at(-1) }],
      ...(filters.length > 0 && { where: { compositeFilter: { op: 'AND', filters } } }),
    };
    const answer = await fetch(`${base('main')}${above && `/${above}`}:runQuery`, {
      method: 'POST',
      body: JSON.stringify({ structuredQuery }),
    });
    if (!answer.ok) return answer.status;
    const found = (await answer.json()) as { document?: { name: string } }[];
    return found.flatMap(({ document }) => document?.name.split('/').at(-1) ?? []);
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
      const on: Where = Object.entries(shown).flatMap(([name, value]) => (typeof value === 'boolean' ? [[name, 'EQUAL', value]] : []));
      const window: Where = [...(from ? [[from, 'LESS_THAN_OR_EQUAL', today] as const] : [])];
      const endings: Where = until
        ? [
            [until, 'GREATER_THAN_OR_EQUAL', today],
            [until, 'EQUAL', ''],
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

      it('shows what is published, and nothing else', async () => {
        expect(await read(`${place}/publicada`)).toBe(200);
        if (until) expect(await read(`${place}/abierta`)).toBe(200);
        for (const id of [...Object.keys(hidden), 'ninguna']) expect([id, await read(`${place}/${id}`)]).toEqual([id, 403]);
      });

      it('is listed by a query that asks for no more', async () => {
        if (until) {
          const [open = [], ended = []] = endings;
          expect([await ask(place, [...on, ...window, open as Where[0]]), await ask(place, [...on, ...window, ended as Where[0]])]).toEqual(
            [['publicada'], ['abierta']],
          );
          expect(await ask(place, on)).toBe(403);
        } else expect(await ask(place, on)).toEqual(place === 'productos_servicios' ? ['publicada', 'servicio'] : ['publicada']);
        for (const left of on)
          expect(await ask(place, [...on.filter((one) => one !== left), ...window, ...endings.slice(0, 1)]), left[0]).toBe(403);
      });
    },
  );

  it('hide what lies below a hidden service', async () => {
    for (const below of ['productos', 'fotos']) {
      await put(`productos_servicios/oculto/${below}/uno`, { isActive: true, estado: true });
      expect(await read(`productos_servicios/oculto/${below}/uno`)).toBe(403);
    }
  });

  it('let nobody read or write anything else, signed in or not', async () => {
    const contents = new Set(CONTENTS.map(placeOf));
    let tried = 0;
    for (const { database, path: pattern } of COLLECTIONS) {
      const place = pattern.replace('{id}', 'servicio');
      await put(`${place}/uno`, { isActive: true, estado: true, persona: 'persona' }, database);
      for (const [who, headers] of Object.entries(clients(database))) {
        const at = `${base(database)}/${place}`;
        const body = JSON.stringify({ fields: encodeAll({ isActive: true }) });
        const asked: [string, Promise<Response>][] = [
          ['change', fetch(`${at}/uno`, { method: 'PATCH', headers, body })],
          ['add', fetch(at, { method: 'POST', headers, body })],
          ['remove', fetch(`${at}/uno`, { method: 'DELETE', headers })],
          ...(database === 'main' && contents.has(place)
            ? []
            : ([
                ['read', fetch(`${at}/uno`, { headers })],
                ['list', fetch(at, { headers })],
              ] as [string, Promise<Response>][])),
        ];
        for (const [what, answer] of asked) expect([place, who, what, (await answer).status]).toEqual([place, who, what, 403]);
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
    let number = 0;
    /** As the app's library writes: the server puts in the times. */
    const create = async (
      data: Record<string, Value>,
      { id = `p${(number += 1)}`, times = ['createdAt', 'updatedAt'], precondition = { exists: false } } = {},
    ) => {
      const name = `projects/${emulator.projects.main}/databases/(default)/documents/cotizaciones/${id}`;
      const write = {
        update: { name, fields: encodeAll(data) },
        updateTransforms: times.map((fieldPath) => ({ fieldPath, setToServerValue: 'REQUEST_TIME' })),
        currentDocument: precondition,
      };
      return (await fetch(`${base('main')}:commit`, { method: 'POST', body: JSON.stringify({ writes: [write] }) })).status;
    };

    it('comes in as the app writes it, of every kind, and with what it must have alone', async () => {
      for (const { id } of QUOTE_KINDS) expect(await create({ ...whole, tipo: id })).toBe(200);
      const { tipo = '', nombre = '', estado = true, isActive = true } = whole;
      expect(await create({ tipo, nombre, estado, isActive })).toBe(200);
      expect(await create({ ...whole, monto: null, plazoMeses: null, cuota: null, correo: '' })).toBe(200);
    });

    it('is bound to what is asked, its kinds and its sizes', async () => {
      const asked = new Set<string>(ASKED.map(({ name }) => name));
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
      for (const change of changes) expect([change, await create({ ...whole, ...change })]).toEqual([change, 403]);
      for (const missing of ['tipo', 'nombre', 'estado', 'isActive']) {
        const { [missing]: _left, ...rest } = whole;
        expect([missing, await create(rest)]).toEqual([missing, 403]);
      }
      for (const own of ['createdAt', 'updatedAt']) {
        const times = ['createdAt', 'updatedAt'].filter((name) => name !== own);
        expect([own, await create(whole, { times })]).toEqual([own, 403]);
        expect([own, await create({ ...whole, [own]: new Date(Date.now() - 1_000) }, { times })]).toEqual([own, 403]);
      }
      for (const id of ['a'.repeat(129), 'con espacio', 'á', '..%2f']) expect(await create(whole, { id })).toBe(403);
    });

    it('is changed and read by nobody outside once it is in', async () => {
      expect(await create(whole, { id: 'guardada' })).toBe(200);
      expect(await create({ ...whole, nombre: 'Otra' }, { id: 'guardada', precondition: { exists: true } })).toBe(403);
      expect(await read('cotizaciones/guardada')).toBe(403);
      expect(await ask('cotizaciones', [['telefono', 'EQUAL', '5555 0101']])).toBe(403);
    });
  });
});

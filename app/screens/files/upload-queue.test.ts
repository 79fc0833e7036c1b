import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FileChecks } from './check-file.ts';
import { unfinished } from './send-request.ts';
import type { SendUpload } from './upload-entry.ts';
import { UploadQueue } from './upload-queue.ts';
import { UploadFailure, reasonToRefuse, type KnownFile, type UploadDesk, type UploadResult, type UploadTarget } from './upload-target.ts';

const MEGABYTE = 1024 * 1024;
const taking = (...extensions: string[]): UploadTarget => ({
  address: '/cargar',
  partsAddress: null,
  desk: null,
  fields: {},
  final: [],
  refuses: (file) => reasonToRefuse(file, { name: 'Escaneo', extensions, maxBytes: MEGABYTE }),
  finish: (answer) => answer as UploadResult,
});
const target = taking('pdf', 'png');
const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name);

/** A sender whose uploads end when the test says so. */
function controlledSender() {
  const started: {
    name: string;
    key: string;
    signal: AbortSignal;
    progress: (bytes: number) => void;
    finish: (href?: string) => void;
    fail: (error: Error) => void;
  }[] = [];
  const send: SendUpload = ({ key, file: sent, signal, onProgress }) =>
    new Promise((resolve, reject) => {
      started.push({
        name: sent.name,
        key,
        signal,
        progress: onProgress,
        finish: (href = '/x') => resolve({ href, note: '' }),
        fail: reject,
      });
      signal.addEventListener('abort', () => reject(new UploadFailure('Cancelado.', true)));
    });
  return { started, send };
}
const states = (queue: UploadQueue) => queue.snapshot().map(({ name, state }) => `${name}: ${state}`);

describe('the upload queue', () => {
  it('deletes the parts of an upload that is removed, but not of one that is only cancelled or will be sent again', async () => {
    const deleted: string[] = [];
    vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
      deleted.push(`${method} ${address}`);
      return Promise.resolve(new Response(null, { status: 204 }));
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { started, send } = controlledSender();
    const queue = new UploadQueue({ send });
    const files = ['fallido.pdf', 'cancelado.pdf', 'corregido.pdf', 'guardado.pdf'].map((name) => file(name));
    queue.add(files, target);
    for (const one of files.slice(0, 3)) unfinished.set(one, `/partes/${one.name}`);
    const [failed = '', cancelled = '', refused = ''] = queue.snapshot().map(({ key }) => key);
    started[0]?.fail(new UploadFailure('Se perdió la conexión.', true));
    queue.cancel(cancelled);
    started[2]?.fail(new UploadFailure('Falta un dato.', false));
    await expect.poll(() => states(queue)[2]).toBe('corregido.pdf: refused');
    queue.clear(refused, { keepsParts: true });
    expect(deleted).toEqual([]);
    queue.clear(failed);
    expect(deleted).toEqual(['DELETE /partes/fallido.pdf']);
    started[3]?.finish();
    await expect.poll(() => states(queue)[1]).toBe('guardado.pdf: done');
    queue.clear();
    expect(deleted).toEqual(['DELETE /partes/fallido.pdf', 'DELETE /partes/cancelado.pdf']);
  });

  it('sends three files at a time and starts the next when one ends', async () => {
    const { started, send } = controlledSender();
    const queue = new UploadQueue({ send });
    queue.add(
      ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map((name) => file(name)),
      target,
    );
    expect(states(queue)).toEqual(['1.pdf: sending', '2.pdf: sending', '3.pdf: sending', '4.pdf: queued']);
    started[1]?.finish('/briefcase/files/2');
    await expect.poll(() => states(queue)[3]).toBe('4.pdf: sending');
    expect(queue.snapshot()[1]).toMatchObject({ state: 'done', href: '/briefcase/files/2', sentBytes: 10 });
    started[0]?.fail(new UploadFailure('Se perdió la conexión.', true));
    await expect.poll(() => states(queue)[0]).toBe('1.pdf: failed');
  });

  it('refuses immediately what the target does not accept', () => {
    const { started, send } = controlledSender();
    const queue = new UploadQueue({ send });
    queue.add([file('a.pdf'), file('b.exe'), file('vacio.png', 0), file('grande.png', MEGABYTE + 1)], target);
    expect(states(queue)).toEqual(['a.pdf: sending', 'b.exe: refused', 'vacio.png: refused', 'grande.png: refused']);
    expect(queue.snapshot().map(({ note }) => note)).toEqual([
      '',
      '«Escaneo» admite pdf, png; este archivo es «exe».',
      'El archivo está vacío.',
      'Es demasiado grande: el máximo de «Escaneo» es 1.00 MB.',
    ]);
    expect(started).toHaveLength(1);
  });

  it('retries with the same key after a lost connection, but not after a refusal', async () => {
    const { started, send } = controlledSender();
    const queue = new UploadQueue({ send });
    queue.add([file('a.pdf'), file('b.pdf')], target);
    started[0]?.fail(new UploadFailure('Se perdió la conexión.', true));
    started[1]?.fail(new UploadFailure('El contenido no corresponde.', false));
    await expect.poll(() => states(queue)).toEqual(['a.pdf: failed', 'b.pdf: refused']);
    for (const { key } of queue.snapshot()) queue.retry(key);
    expect(states(queue)).toEqual(['a.pdf: sending', 'b.pdf: refused']);
    expect(started[2]?.key).toBe(started[0]?.key);
  });

  it('retries all failed files with their keys, but no refused or cancelled ones', async () => {
    const { started, send } = controlledSender();
    const queue = new UploadQueue({ send, parallel: 4 });
    queue.add(
      ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map((name) => file(name)),
      target,
    );
    for (const place of [0, 2]) started[place]?.fail(new UploadFailure('Se perdió la conexión.', true));
    started[1]?.fail(new UploadFailure('El contenido no corresponde.', false));
    queue.cancel(queue.snapshot()[3]?.key ?? '');
    await expect.poll(() => states(queue)).toEqual(['1.pdf: failed', '2.pdf: refused', '3.pdf: failed', '4.pdf: cancelled']);
    queue.retryFailed();
    expect(states(queue)).toEqual(['1.pdf: sending', '2.pdf: refused', '3.pdf: sending', '4.pdf: cancelled']);
    expect(started.slice(4).map(({ key }) => key)).toEqual([started[0]?.key, started[2]?.key]);
  });

  it('aborts a cancelled upload and starts the next', async () => {
    const { started, send } = controlledSender();
    const queue = new UploadQueue({ send });
    queue.add(
      ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map((name) => file(name)),
      target,
    );
    queue.cancel(queue.snapshot()[0]?.key ?? '');
    expect(started[0]?.signal.aborted).toBe(true);
    await expect.poll(() => states(queue)).toEqual(['1.pdf: cancelled', '2.pdf: sending', '3.pdf: sending', '4.pdf: sending']);
    queue.clear();
    expect(states(queue)).toEqual(['2.pdf: sending', '3.pdf: sending', '4.pdf: sending']);
  });

  it('retries only the final step when the server already has the file', async () => {
    const { started, send } = controlledSender();
    const finish = vi
      .fn<UploadTarget['finish']>()
      .mockRejectedValueOnce(new UploadFailure('Se perdió la conexión.', true))
      .mockResolvedValue({ href: '#fotos', note: '' });
    const queue = new UploadQueue({ send });
    queue.add([file('a.png')], { ...target, finish });
    started[0]?.finish('/stored');
    await expect.poll(() => states(queue)).toEqual(['a.png: failed']);
    queue.retry(queue.snapshot()[0]?.key ?? '');
    await expect.poll(() => queue.snapshot()[0]).toMatchObject({ state: 'done', href: '#fotos' });
    expect(started).toHaveLength(1);
    expect(finish.mock.calls.map(([answer]) => answer)).toEqual([
      { href: '/stored', note: '' },
      { href: '/stored', note: '' },
    ]);
  });

  it('keeps the order of the files where one is sent at a time', async () => {
    const { started, send } = controlledSender();
    const queue = new UploadQueue({ send, parallel: 1 });
    queue.add([file('1.png'), file('2.png')], target);
    expect(states(queue)).toEqual(['1.png: sending', '2.png: queued']);
    started[0]?.finish();
    await expect.poll(() => states(queue)).toEqual(['1.png: done', '2.png: sending']);
  });

  it('reports bytes sent and speed', () => {
    const { started, send } = controlledSender();
    let now = 1_000;
    const queue = new UploadQueue({ send, now: () => now });
    queue.add([file('a.pdf', 1000)], target);
    now = 3_000;
    started[0]?.progress(500);
    expect(queue.snapshot()[0]).toMatchObject({ sentBytes: 500, speed: 250 });
  });
});

describe('a desk', () => {
  const PDF = new TextEncoder().encode('%PDF-1.4');
  const withText = (name: string, text: string) => new File([text], name);
  /** Content is its own hash here. */
  const checks = (): FileChecks => ({
    readHead: async (given) => new Uint8Array(await given.arrayBuffer()),
    hash: (given) => given.text(),
    close: () => undefined,
  });
  const deskTarget = (stored: Readonly<Record<string, KnownFile>> = {}, desk: Partial<UploadDesk> = {}): UploadTarget => ({
    ...target,
    refuses: (given, fields) =>
      given.contradiction?.reason ??
      reasonToRefuse(given, { name: 'Tipo', extensions: fields['type'] === 'texto' ? ['txt'] : ['pdf', 'txt'], maxBytes: MEGABYTE }),
    desk: {
      suggest: ({ name }) => ({ type: name.endsWith('.txt') ? 'texto' : 'escaneo' }),
      lacks: ({ folder }) => (folder ? '' : 'Elija la carpeta'),
      findStored: (sha256) => Promise.resolve(stored[sha256] ?? null),
      ...desk,
    },
  });
  const open = (files: File[], given: UploadTarget, fields = {}) => {
    const { started, send } = controlledSender();
    const queue = new UploadQueue({ send, checks: checks() });
    queue.add(files, given, fields);
    return { started, queue };
  };
  const checked = (queue: UploadQueue) => expect.poll(() => queue.snapshot().some(({ checking }) => checking)).toBe(false);

  it('sends nothing by itself, says what each file lacks, and sends the ready ones on start', async () => {
    const { started, queue } = open([withText('a.txt', 'a'), withText('b.exe', 'b'), withText('c.txt', 'c')], deskTarget());
    await checked(queue);
    expect(queue.snapshot().map(({ state, note }) => `${state} ${note}`)).toEqual([
      'waiting Elija la carpeta',
      'refused «Tipo» admite pdf, txt; este archivo es «exe».',
      'waiting Elija la carpeta',
    ]);
    queue.start();
    expect(started).toHaveLength(0);
    queue.amend(queue.snapshot()[0]?.key ?? '', { fields: { folder: 'actas' } });
    queue.start();
    expect(states(queue)).toEqual(['a.txt: sending', 'b.exe: refused', 'c.txt: waiting']);
  });

  it('checks again what is changed, for one file or all', async () => {
    const { queue } = open([withText('a.pdf', '%PDF-1.4'), withText('b.txt', 'b')], deskTarget(), { folder: 'actas' });
    await checked(queue);
    queue.amend(null, { fields: { type: 'texto' } });
    expect(states(queue)).toEqual(['a.pdf: refused', 'b.txt: waiting']);
    queue.amend(queue.snapshot()[0]?.key ?? '', { fields: { type: 'escaneo' } });
    expect(states(queue)).toEqual(['a.pdf: waiting', 'b.txt: waiting']);
  });

  it('suggests the file name that matches the content', async () => {
    const { queue } = open([new File([PDF], 'escaneo.txt')], deskTarget(), { folder: 'actas', type: 'escaneo' });
    await checked(queue);
    expect(queue.snapshot()[0]).toMatchObject({
      state: 'refused',
      note: 'Su contenido es un documento PDF y el nombre dice «.txt».',
      mend: 'escaneo.pdf',
    });
    queue.amend(queue.snapshot()[0]?.key ?? '', { name: 'escaneo.pdf' });
    expect(queue.snapshot()[0]).toMatchObject({ state: 'waiting', note: '', mend: null });
  });

  it('holds duplicates of stored or listed files until somebody admits them', async () => {
    const stored = { x: { note: 'Ya está en el Maletín.', href: '/briefcase/files/1' } };
    const { started, queue } = open([withText('x.txt', 'x'), withText('y.txt', 'y'), withText('z.txt', 'y')], deskTarget(stored), {
      folder: 'actas',
    });
    await checked(queue);
    expect(queue.snapshot().map(({ state, note, href }) => [state, note, href])).toEqual([
      ['held', 'Ya está en el Maletín.', '/briefcase/files/1'],
      ['waiting', '', null],
      ['held', 'Es igual a «y.txt» de esta lista.', null],
    ]);
    queue.admit(queue.snapshot()[2]?.key ?? '');
    queue.start();
    expect(states(queue)).toEqual(['x.txt: held', 'y.txt: sending', 'z.txt: sending']);
    expect(started).toHaveLength(2);
  });

  it('sends a file that is still being checked as soon as the check ends', async () => {
    let tell: (known: KnownFile | null) => void = () => undefined;
    const findStored = () => new Promise<KnownFile | null>((resolve) => (tell = resolve));
    const { started, queue } = open([withText('a.txt', 'a')], deskTarget({}, { findStored }), { folder: 'actas' });
    await expect.poll(() => queue.snapshot()[0]?.fields['type']).toBe('texto');
    queue.start();
    expect(started).toHaveLength(0);
    await expect
      .poll(() => {
        tell(null);
        return started.length;
      })
      .toBe(1);
  });

  it('refuses an unreadable file, and lets a refusal of the server be corrected', async () => {
    const unreadable = { ...checks(), readHead: () => Promise.resolve(null) };
    const { send } = controlledSender();
    const folder = new UploadQueue({ send, checks: unreadable });
    folder.add([file('carpeta', 4096)], deskTarget(), { folder: 'actas' });
    await checked(folder);
    expect(folder.snapshot()[0]).toMatchObject({ state: 'refused', note: expect.stringContaining('No se pudo leer') as string });

    const { started, queue } = open([withText('a.txt', 'a')], deskTarget(), { folder: 'actas' });
    await checked(queue);
    queue.start();
    started[0]?.fail(new UploadFailure('El tipo está inactivo.', false));
    await expect.poll(() => states(queue)).toEqual(['a.txt: refused']);
    queue.amend(queue.snapshot()[0]?.key ?? '', { fields: { type: 'escaneo' } });
    expect(states(queue)).toEqual(['a.txt: waiting']);
  });
});

it('accepts any extension when the type lists none, and another ending of the same kind', () => {
  expect(reasonToRefuse({ name: 'x.cad', size: 1 }, { name: 'Libre', extensions: [], maxBytes: 10 })).toBeNull();
  expect(reasonToRefuse({ name: 'x.JPEG', size: 1 }, { name: 'Foto', extensions: ['jpg'], maxBytes: 10 })).toBeNull();
});

import { describe, expect, it, vi } from 'vitest';
import { UploadFailure, UploadQueue, reasonToRefuse, type SendUpload, type UploadResult, type UploadTarget } from './upload-queue.ts';

const MEGABYTE = 1024 * 1024;
const taking = (...extensions: string[]): UploadTarget => ({
  address: '/cargar',
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
  it('sends three at a time and goes on as each ends', async () => {
    const { started, send } = controlledSender();
    const stored = vi.fn();
    const queue = new UploadQueue(send, stored);
    queue.add(
      ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map((name) => file(name)),
      target,
    );
    expect(states(queue)).toEqual(['1.pdf: sending', '2.pdf: sending', '3.pdf: sending', '4.pdf: queued']);
    started[1]?.finish('/briefcase/files/2');
    await expect.poll(() => states(queue)[3]).toBe('4.pdf: sending');
    expect(queue.snapshot()[1]).toMatchObject({ state: 'done', href: '/briefcase/files/2', sentBytes: 10 });
    expect(stored).toHaveBeenCalledTimes(1);
    started[0]?.fail(new UploadFailure('Se perdió la conexión.', true));
    await expect.poll(() => states(queue)[0]).toBe('1.pdf: failed');
    expect(stored).toHaveBeenCalledTimes(1);
  });

  it('waits for folder and type, and refuses at once what the type does not take', () => {
    const { started, send } = controlledSender();
    const queue = new UploadQueue(send, () => undefined);
    queue.add([file('a.pdf'), file('b.exe'), file('vacio.png', 0), file('grande.png', MEGABYTE + 1)], null);
    expect(states(queue)).toEqual(['a.pdf: waiting', 'b.exe: waiting', 'vacio.png: waiting', 'grande.png: waiting']);
    queue.start(target);
    expect(states(queue)).toEqual(['a.pdf: sending', 'b.exe: refused', 'vacio.png: refused', 'grande.png: refused']);
    expect(queue.snapshot().map(({ note }) => note)).toEqual([
      '',
      '«Escaneo» admite pdf, png; este archivo es «exe».',
      'El archivo está vacío.',
      'Es demasiado grande: el máximo de «Escaneo» es 1.00 MB.',
    ]);
    expect(started).toHaveLength(1);
  });

  it('lets what a type did not take wait for another one that does', async () => {
    const { started, send } = controlledSender();
    const queue = new UploadQueue(send, () => undefined);
    queue.add([file('a.pdf'), file('b.txt'), file('vacio.txt', 0)], target);
    started[0]?.fail(new UploadFailure('El contenido no corresponde.', false));
    await expect.poll(() => states(queue)).toEqual(['a.pdf: refused', 'b.txt: refused', 'vacio.txt: refused']);
    queue.reconsider(target);
    expect(states(queue)).toEqual(['a.pdf: refused', 'b.txt: refused', 'vacio.txt: refused']);
    const notes = taking('txt', 'pdf');
    queue.reconsider(notes);
    expect(states(queue)).toEqual(['a.pdf: refused', 'b.txt: waiting', 'vacio.txt: refused']);
    queue.start(notes);
    expect(states(queue)).toEqual(['a.pdf: refused', 'b.txt: sending', 'vacio.txt: refused']);
  });

  it('tries again with the same key after a lost connection, and not after a refusal', async () => {
    const { started, send } = controlledSender();
    const queue = new UploadQueue(send, () => undefined);
    queue.add([file('a.pdf'), file('b.pdf')], target);
    started[0]?.fail(new UploadFailure('Se perdió la conexión.', true));
    started[1]?.fail(new UploadFailure('El contenido no corresponde.', false));
    await expect.poll(() => states(queue)).toEqual(['a.pdf: failed', 'b.pdf: refused']);
    for (const { key } of queue.snapshot()) queue.retry(key);
    expect(states(queue)).toEqual(['a.pdf: sending', 'b.pdf: refused']);
    expect(started[2]?.key).toBe(started[0]?.key);
  });

  it('cancels what is sent and lets the next begin', async () => {
    const { started, send } = controlledSender();
    const queue = new UploadQueue(send, () => undefined);
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

  it('tries only the further step again when the server has the file already', async () => {
    const { started, send } = controlledSender();
    const finish = vi
      .fn<UploadTarget['finish']>()
      .mockRejectedValueOnce(new UploadFailure('Se perdió la conexión.', true))
      .mockResolvedValue({ href: '#fotos', note: '' });
    const queue = new UploadQueue(send, () => undefined);
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
    const queue = new UploadQueue(send, () => undefined, Date.now, 1);
    queue.add([file('1.png'), file('2.png')], target);
    expect(states(queue)).toEqual(['1.png: sending', '2.png: queued']);
    started[0]?.finish();
    await expect.poll(() => states(queue)).toEqual(['1.png: done', '2.png: sending']);
  });

  it('tells how far and how fast', () => {
    const { started, send } = controlledSender();
    let now = 1_000;
    const queue = new UploadQueue(
      send,
      () => undefined,
      () => now,
    );
    queue.add([file('a.pdf', 1000)], target);
    now = 3_000;
    started[0]?.progress(500);
    expect(queue.snapshot()[0]).toMatchObject({ sentBytes: 500, speed: 250 });
  });
});

it('takes any extension where the type names none', () => {
  expect(reasonToRefuse({ name: 'x.cad', size: 1 }, { name: 'Libre', extensions: [], maxBytes: 10 })).toBeNull();
});

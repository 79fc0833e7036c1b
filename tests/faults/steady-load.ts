import { createRandom } from '#prisma/seed/random.ts';
import type { DatabaseName, Fields, StoredDocument } from '#server/ports/documents/document-store.ts';
import { PART_BYTES } from '#server/stored-files/unfinished-uploads.ts';
import { PASSWORD, pause, type FaultWorld } from './fault-world.ts';

const AGENCIES = '/locations/list-agencies';
const PEOPLE = '/users/list-users';
const SENT = '/maintenance/digitalization/packagesShips/send/list-packages';
const RECEIVED = '/maintenance/digitalization/packagesShips/received/list-packages';
/** After this long, people and programs give up waiting for a response and send the request again. */
const PATIENCE_MS = 15_000;
const AGAIN_MS = 400;
/** A file of two parts. */
const UPLOAD_BYTES = PART_BYTES + 1_000;

interface Act {
  id: string;
  kind: string;
  state: 'begun' | 'acknowledged' | 'refused';
  /** Last response; the reason if it was refused. */
  answer: string;
  /** How often it was stored, according to the documents and to the audit: must be once in each. */
  count(): Promise<number[]>;
}

interface Tally {
  acknowledged: number;
  stored: number;
  lost: number;
  twice: number;
  /** What is wrong, one line per act. */
  wrong: string[];
}

/** What lists and pages showed during the load. */
interface Observations {
  late: boolean;
  refused: boolean;
  silent: boolean;
}

export interface SteadyLoad {
  /** Starts no further acts, and waits until all that began were answered. */
  rest(): Promise<void>;
  tally(): Promise<Tally>;
  /** What was seen since the last call. */
  seen(): Observations;
  /** Number of acts confirmed with success so far. */
  acknowledged(): number;
}

/**
 * Staff, programs and the phone app at work from outside, each doing one act after another: without a response, or with a temporary
 * failure, they send the same again. Every confirmed act must be stored exactly once.
 */
export async function startSteadyLoad(world: FaultWorld, { seed, name }: { seed: number; name: string }): Promise<SteadyLoad> {
  const random = createRandom(seed);
  const acts: Act[] = [];
  const { documents } = world.portal;
  const cookies = new Map<string, string>();
  let resting = false;
  let seen: Observations = { late: false, refused: false, silent: false };
  let made = 0;

  const find = (database: DatabaseName, collection: string, field: string, value: string) =>
    documents[database].query({ collection, where: [{ field, op: '==', value }] });
  const entries = async (database: DatabaseName, path: string, action: string) =>
    (await find(database, 'auditoria', 'targetPath', path)).filter(({ data }) => data['action'] === action);
  /** Number of documents that the act created, and of audit entries about the first of them. */
  const madeOf = (database: DatabaseName, collection: string, field: string, value: string, action: string) => async () => {
    const stored = await find(database, collection, field, value);
    return [stored.length, stored[0] ? (await entries(database, stored[0].path, action)).length : 0];
  };

  function begin(kind: string, count: (id: string) => Act['count']): Act {
    const id = `${name}-${kind}-${(made += 1)}`;
    const act: Act = { id, kind, state: 'begun', answer: '', count: count(id) };
    acts.push(act);
    return act;
  }

  async function request(person: string, address: string, init: RequestInit = {}): Promise<Response | null> {
    const headers = { accept: 'text/html', origin: world.url, cookie: cookies.get(person) ?? '', ...init.headers };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(world.url + address, { redirect: 'manual', ...init, headers, signal }).catch(() => null);
    if (answer?.status !== 401 && !answer?.headers.get('location')?.startsWith('/login')) return answer;
    await answer.body?.cancel();
    await signIn(person);
    return null;
  }

  async function signIn(person: string): Promise<void> {
    const body = new URLSearchParams({ email: `${person}@demo.coop`, password: PASSWORD, redirectTo: '/' });
    const init = { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) } as const;
    const answer = await fetch(`${world.url}/login`, { ...init, headers: { origin: world.url, accept: 'text/html' } }).catch(() => null);
    const cookie = answer?.headers.getSetCookie().find((one) => one.startsWith('portal_session='));
    if (cookie) cookies.set(person, cookie.split(';')[0] ?? '');
  }

  /** Retries until the response is final: success or refusal. @returns the response, null for a refusal */
  async function persist(act: Act, send: () => Promise<Response | null>): Promise<Response | null> {
    for (;;) {
      const answer = await send();
      const status = answer?.status ?? 0;
      act.answer = String(status);
      if (answer && status < 400) return answer;
      if (answer && status !== 408 && status !== 429 && status < 500) {
        act.state = 'refused';
        act.answer = `${status} ${/"detail":"[^"]*"/.exec(await answer.text())?.[0] ?? ''}`;
        return null;
      }
      const text = await answer?.text().catch(() => '');
      seen.refused ||= /lang="es|"detail":/.test(text ?? '');
      await pause(AGAIN_MS);
    }
  }
  const done = async (act: Act, send: () => Promise<Response | null>): Promise<Response | null> => {
    const answer = await persist(act, send);
    if (answer) act.state = 'acknowledged';
    return answer;
  };
  const form = (person: string, address: string, fields: Record<string, string>) => () =>
    request(person, address, { method: 'POST', body: new URLSearchParams(fields) });
  const idOf = (answer: Response) => answer.headers.get('location')?.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  const tokenOf = (act: Act) => `formulario-${act.id}`.slice(0, 64).padEnd(20, '0');

  /** 1 when the download equals the content, else 0. */
  async function isWhole(file: string | undefined, content: Buffer): Promise<number> {
    const answer = await request('recibe', `/briefcase/files/${file}/download`);
    return answer && Buffer.from(await answer.arrayBuffer()).equals(content) ? 1 : 0;
  }

  const clicksOf = async () => Number((await documents.main.get('usuarios/jefa'))?.data['clicks'] ?? 0);
  const clicksBefore = await clicksOf();
  let flushes = 0;

  const turns: Record<string, () => Promise<void>> = {
    async records() {
      const created = begin('alta', (id) => madeOf('main', 'agencias', 'nombre', id, 'REGISTRO CREADO'));
      const fields = { nombre: created.id, tipo: 'agencia', estado: 'true', direccion: 'Zona 1' };
      const answer = await done(created, form('jefa', `${AGENCIES}/new`, { ...fields, intent: 'save', formToken: tokenOf(created) }));
      if (!answer) return;
      const record = idOf(answer);
      for (let turn = 0; turn < 2; turn += 1) {
        const isTold = ({ data }: StoredDocument, id: string) => (data['newData'] as Fields)?.['direccion'] === id;
        const edited = begin('cambio', (id) => async () => {
          const changes = await entries('main', `agencias/${record}`, 'REGISTRO MODIFICADO');
          return [changes.filter((entry) => isTold(entry, id)).length];
        });
        const page = await persist(edited, () => request('jefa', `${AGENCIES}/${record}/edit`));
        const version = /name="version" value="([^"]*)"/.exec((await page?.text().catch(() => '')) ?? '')?.[1];
        // The page was cut off, so nothing was sent.
        if (version === undefined) return void (edited.answer = 'page');
        await done(
          edited,
          form('jefa', `${AGENCIES}/${record}/edit`, { ...fields, version, direccion: edited.id, formToken: tokenOf(edited) }),
        );
      }
    },
    async packages() {
      const sent = begin('envio', (id) => madeOf('digitalization', 'PACKAGES', 'note', id, 'PAQUETE ENVIADO'));
      const lines = Object.fromEntries(
        [0, 1].flatMap((at) => [
          [`line.${at}.document`, `Papel ${at}`],
          [`line.${at}.documentId`, 't1'],
        ]),
      );
      const fields = { agencyId: 'dos', userAssign: 'recibe', needReassign: 'false', note: sent.id, ...lines };
      const answer = await done(sent, form('jefa', `${SENT}/new`, { ...fields, intent: 'send', formToken: tokenOf(sent) }));
      if (!answer) return;
      const id = idOf(answer);
      if (random.next() < 0.3) {
        const rejected = begin('rechazo', () => async () => [
          (await entries('digitalization', `PACKAGES/${id}`, 'PAQUETE RECHAZADO')).length,
        ]);
        await done(rejected, form('recibe', `${RECEIVED}/${id}`, { intent: 'reject', reason: rejected.id, formToken: tokenOf(rejected) }));
        return;
      }
      const accepted = begin('aceptacion', () => async () => {
        const brought = await find('digitalization', 'documentos', 'fromPackaging', id);
        return [brought.length / 2, (await entries('digitalization', `PACKAGES/${id}`, 'PAQUETE RECIBIDO')).length];
      });
      const verdicts = { 'line.0.verdict': 'RECEIVED', 'line.1.verdict': 'DAMAGED' };
      await done(accepted, form('recibe', `${RECEIVED}/${id}`, { intent: 'accept', formToken: tokenOf(accepted), ...verdicts }));
    },
    async uploads() {
      const act = begin('carga', (id) => async () => {
        const stored = await find('main', 'maletin_archivos', 'nombre', `${id}.mp4`);
        const events = stored[0] ? await find('main', 'eventos_archivos', 'fileId', stored[0].id) : [];
        return [stored.length, events.filter(({ data }) => data['kind'] === 'upload').length, await isWhole(stored[0]?.id, contentOf(id))];
      });
      const content = contentOf(act.id);
      const json = { accept: 'application/json', 'content-type': 'application/json' };
      const about = {
        name: `${act.id}.mp4`,
        fileName: `${act.id}.mp4`,
        uploadKey: act.id,
        folderId: 'c1',
        documentTypeId: 't1',
        bytes: content.length,
      };
      // Like the upload desk: after a refusal or loss it resumes from the bytes that have arrived.
      for (;;) {
        const begun = await persist(act, () =>
          request('jefa', '/briefcase/uploads', { method: 'POST', body: JSON.stringify(about), headers: json }),
        );
        const upload = (await begun?.json().catch(() => null)) as { id?: string; parts?: number[]; file?: object } | null;
        if (upload?.file) return void (act.state = 'acknowledged');
        if (!begun) return;
        if (!upload?.id) continue;
        const url = `/briefcase/uploads/${upload.id}`;
        let went = true;
        for (const part of [0, 1].filter((one) => !upload.parts?.includes(one))) {
          const body = new Uint8Array(content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
          const headers = { accept: 'application/json', 'content-type': 'application/octet-stream' };
          const answer = await request('jefa', `${url}/parts/${part}`, { method: 'PUT', body, headers });
          await answer?.body?.cancel().catch(() => undefined);
          went &&= answer?.status === 204;
        }
        const answer = went ? await request('jefa', `${url}/complete`, { method: 'POST', headers: json }) : null;
        act.answer = String(answer?.status ?? 0);
        await answer?.body?.cancel().catch(() => undefined);
        if (answer?.status === 201) return void (act.state = 'acknowledged');
        await pause(AGAIN_MS);
      }
    },
    async people() {
      const act = begin('persona', (id) => async () => [(await find('main', 'usuarios', 'email', `${id}@demo.coop`)).length]);
      const fields = {
        name: 'Berta Tum',
        email: `${act.id}@demo.coop`,
        phone: '',
        agency: 'uno',
        role: 'editor',
      };
      await done(act, form('jefa', `${PEOPLE}/new`, { intent: 'save', formToken: tokenOf(act), ...fields }));
    },
    async programs() {
      const headers = {
        authorization: world.environment['API_TOKEN'] ?? '',
        accept: 'application/json',
        'content-type': 'application/json',
      };
      const created = begin('api', (id) => async () => [(await find('main', 'usuarios', 'email', `${id}@demo.coop`)).length]);
      const body = JSON.stringify({ name: 'De un programa', email: `${created.id}@demo.coop`, role: 'editor', agency: 'uno' });
      await done(created, () =>
        request('jefa', '/api/users', { method: 'POST', body, headers: { ...headers, 'idempotency-key': tokenOf(created) } }),
      );
    },
    /** Each flush counts once, however often it is sent, so the sum shows any loss or duplicate. */
    async clicks() {
      const act = begin('clics', () => async () => [((await clicksOf()) - clicksBefore) / flushes]);
      flushes += 1;
      const body = JSON.stringify({ count: 1, flushId: tokenOf(act) });
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      await done(act, () => request('jefa', '/clicks', { method: 'POST', body, headers }));
    },
    /** Writes directly into the store of record, as the phone app does, without the portal. */
    async foreign() {
      const act = begin('app', (id) => async () => [
        (await documents.main.get(`agencias/${id}`))?.data['telefono'] === '5555-0002' ? 1 : 0,
      ]);
      const place = `agencias/${act.id}`;
      const write = async (telefono: string) => {
        const now = new Date();
        await documents.main.set(place, { nombre: act.id, tipo: 'agente', telefono, isActive: true, createdAt: now, updatedAt: now });
      };
      for (const telefono of ['5555-0001', '5555-0002'])
        while (
          !(await write(telefono).then(
            () => true,
            () => false,
          ))
        )
          await pause(AGAIN_MS);
      act.state = 'acknowledged';
    },
    async looks() {
      const answer = await request('recibe', AGENCIES);
      const html = await answer?.text().catch(() => '');
      if (!answer) seen.silent = true;
      else if (answer.status >= 500) seen.refused ||= (html ?? '').includes('lang="es');
      else seen.late ||= /con retraso/.test(html ?? '');
    },
  };
  const PAUSE_MS: Readonly<Record<string, number>> = {
    records: 150,
    packages: 300,
    uploads: 1_500,
    people: 1_500,
    programs: 500,
    clicks: 500,
    foreign: 200,
    looks: 400,
  };

  for (const person of ['jefa', 'recibe']) while (!cookies.has(person)) await signIn(person).then(() => pause(50));
  const working = Promise.all(
    Object.entries(turns).map(async ([kind, turn]) => {
      while (!resting) {
        await turn();
        await pause((PAUSE_MS[kind] ?? 300) * (0.5 + random.next()));
      }
    }),
  );
  return {
    rest: async () => {
      resting = true;
      await working;
    },
    tally: () => tallyOf(acts),
    acknowledged: () => acts.filter(({ state }) => state === 'acknowledged').length,
    seen() {
      const observed = seen;
      seen = { late: false, refused: false, silent: false };
      return observed;
    },
  };
}

/** Content that starts like a film and never repeats. */
function contentOf(id: string): Buffer {
  const line = Buffer.from(`${id} `.padEnd(64, '.'), 'latin1');
  const head = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
  return Buffer.concat([head, Buffer.alloc(UPLOAD_BYTES - head.length, line)]);
}

async function tallyOf(acts: readonly Act[]): Promise<Tally> {
  const tally: Tally = { acknowledged: 0, stored: 0, lost: 0, twice: 0, wrong: [] };
  for (const act of acts) {
    const counts = await act.count();
    const isAcknowledged = act.state === 'acknowledged';
    tally.acknowledged += Number(isAcknowledged);
    tally.stored += Number(isAcknowledged && counts.every((count) => count === 1));
    const isLost = isAcknowledged && counts.some((count) => count < 1);
    const isTwice = counts.some((count) => count > 1);
    tally.lost += Number(isLost);
    tally.twice += Number(isTwice);
    if (isLost || isTwice || act.state === 'refused') tally.wrong.push(`${act.id} ${act.state} ${act.answer}: ${counts.join(', ')}`);
  }
  return tally;
}

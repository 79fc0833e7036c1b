import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom } from '#prisma/seed/random.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { runs, runSeed, some } from '#server/testing/run-seed.ts';
import { API_TOKEN, useTestWeb } from '../http/test-web.ts';
import { ACCESS, SAMPLE_ID, sampleAddress, type AccessRow } from './access-table.ts';
import { mapWithLimit } from './map-with-limit.ts';
import { addSampleRecords } from './sample-records.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

/** Query strings that no link of the portal makes. They are percent-encoded since they also contain bytes that are not valid text. */
const QUERIES = [
  'q=%00&page=-1&pageSize=999999&sort=__proto__&dir=constructor&isActive=maybe&columns=__proto__',
  'q=%ED%A0%80&page=1e309&pageSize=NaN&sort=nombre;DROP&dir=&after=%00&before=xx&columns=%00,%00',
  'q=%25_%5C%27%22%3Cscript%3E&page=99999999999999999999&from=2026-02-30&to=0000-00-00&tipo=%27&estado=2&agencia=__proto__',
  `q=${'a'.repeat(3_000)}&q=b&q[]=c&page[$gt]=1&from=9999-12-31&to=0001-01-01&sinSeguimiento=-5`,
  'from=+275760-09-13&to=infinity&carpetaId=%00&tipoDocumentoId=..%2F..&userId=%FF%FE&agencyId=%25&folderId=%27%3B&format=exe&back=https%3A%2F%2Fotro.example',
  'status=%00&categoryId=__proto__&documentId=%27&createdBy=%FF&fromPackaging=%00%27&sinArchivo=maybe&porVencer=true&sort=documentName&dir=asc&userId=%ED%A0%80',
  'code=%00&status=__proto__&from_agency=%27&userAssign=%FF&agencyId=%ED%A0%80&sort=sendedAt&dir=asc&q=%00',
  'filename=..%2F..%2Fetc%2Fpasswd&limit=-1&page_size=1e9&cursor=%00&token=%00&format=csv&sort=createdAt&dir=desc&after=eyJ9',
] as const;

/** Field names for values that no form of the portal sends: every name that some form has. */
const NAMES = [
  'nombre',
  'titulo',
  'descripcion',
  'tipo',
  'estado',
  'direccion',
  'latitud',
  'longitud',
  'telefono',
  'horarios',
  'operaciones',
  'fotos',
  'orden',
  'extensiones',
  'tamanoMaximoMb',
  'categoryId',
  'retencionAnios',
  'campos',
  'title',
  'agencyScope',
  'p',
  'permissions',
  'documentName',
  'documentId',
  'userId',
  'comment',
  'reason',
  'ubicacion',
  'campos.nota',
  'campos.__proto__',
  'uploadKey',
  'userAssign',
  'needReassign',
  'agencyId',
  'note',
  'digitalizationId',
  'status',
  'q',
  'line',
  'line.0.document',
  'line.0.documentId',
  'line.1.digitalizationId',
  'line.9999.lineId',
  'line.__proto__.document',
  'confirmed',
  'image_url',
  'video_url',
  'vigenciaDesde',
  'vigenciaHasta',
  'agencia',
  'fechaPapeleria',
  'icono',
  'tasa',
  'requisitos',
  'url',
  'version',
  'base',
  'formToken',
  'ids',
  'move',
  'order',
  'back',
  'keep',
  'name',
  'email',
  'role',
  'agency',
  'department',
  'position',
  'briefcase_permissions',
  'phone',
  'password',
  'current',
  'menus',
  'id',
  'value',
  'etapa',
  'comentario',
  'cerrar',
  'carpetaId',
  'tipoDocumentoId',
  'nombreCooperativa',
  'logo_url',
  'tamanoPagina',
  'horasSesion',
  'subidaMaximaMb',
  'verify',
  'rebuild',
  'jobId',
  'queue',
  'theme',
  'pageSize',
  'redirectTo',
  'token',
  'line.0.verdict',
  'line.0.note',
  'line.0.lineId',
  'line.0.was',
  'line.__proto__.verdict',
  'extras',
  '__proto__',
  'isActive',
  'createdAt',
] as const;
const VALUES = [
  '\0',
  '',
  '-1',
  '1e309',
  '2026-02-30',
  'javascript:alert(1)',
  '../../x',
  '__proto__',
  '"; DROP TABLE agencias; --',
  '\u202Eexe.fdp',
  '9'.repeat(400),
  'á'.repeat(2_000),
] as const;

/** What no response for people may contain: stack traces, names of libraries, JavaScript values. */
const LEAKS =
  /\n\s+at \S+ \(|node_modules|PrismaClient|ECONNREFUSED|SQLSTATE|syntax error|invalid input syntax|\[object Object\]|>undefined<|>NaN</;

function problemOf(name: string, response: Response, text: string): string[] {
  if (response.status >= 500) return [`${name}: ${response.status} ${text.slice(0, 300)}`];
  const { database, session } = web.portal.config;
  if ([API_TOKEN, database.url, session.secret].some((secret) => text.includes(secret))) return [`${name}: holds a secret`];
  const leak = LEAKS.exec(text);
  return leak ? [`${name}: «${text.slice(Math.max(0, leak.index - 100), leak.index + 200)}»`] : [];
}

const headersOf = ({ guard }: AccessRow): Record<string, string> =>
  guard === 'api-token' ? { Authorization: API_TOKEN } : { Cookie: web.cookie, Origin: web.base, Accept: 'text/html' };

beforeAll(async () => {
  await addSampleRecords(web.portal);
  // The queue creates its tables on first use.
  await vi.waitFor(async () => expect((await web.get('/readyz')).status).toBe(200), { timeout: 60_000, interval: 200 });
});

const random = createRandom(runSeed());

it.each(Array.from({ length: runs(1) }, (_, round) => round))(
  'no address answers a hostile query with a 5xx, a secret or internals, round %i',
  async () => {
    const look = async (row: AccessRow) => {
      const query = random.pick(QUERIES);
      const response = await web.get(`${sampleAddress(row.pattern)}?${query}`, { headers: headersOf(row) });
      return { status: response.status, problems: problemOf(`GET ${row.pattern}?${query}`, response, await response.text()) };
    };
    const all = ACCESS.filter(({ method }) => method === 'GET');
    const reads = some(all, Math.ceil(all.length / 2));
    const isExport = ({ pattern }: AccessRow) => pattern.endsWith('/export');
    const seen = await mapWithLimit(
      reads.filter((row) => !isExport(row)),
      look,
    );
    // A person may run only two exports at once.
    for (const row of reads.filter(isExport)) seen.push(await look(row));
    expect(seen.flatMap(({ problems }) => problems)).toEqual([]);
    expect(seen.filter(({ status }) => status === 200).length).toBeGreaterThan(15);
  },
);

const INTENTS = [
  'save',
  'review',
  'change',
  'deactivate',
  'restore',
  'retry',
  'assign',
  'return',
  'archive',
  'check',
  'accept',
  'reject',
  'seen',
];

describe('forms', () => {
  const addresses = ACCESS.filter(
    ({ method, guard, pattern }) => method === 'POST' && guard !== 'api-token' && pattern !== '/logout',
  ).flatMap((row) => {
    const address = sampleAddress(row.pattern);
    return row.pattern.includes(':mode?') ? [address, `${address}/edit`, address.replace(new RegExp(`${SAMPLE_ID}$`), 'new')] : [address];
  });

  // A field that is validated after another is reached only when the earlier one is valid, so each form mixes good and bad values.
  it.each(Array.from({ length: runs(1) }, (_, round) => round))(
    'answer hostile values in every field without a 5xx, a secret or internals, mixture %i',
    async () => {
      const problems = await mapWithLimit(addresses, async (address) => {
        const fields = NAMES.map((name): [string, string] => [name, random.pick(VALUES)]);
        const body = new URLSearchParams([['intent', random.pick(['save', random.pick(INTENTS)])], ...fields]);
        const response = await web.getSigned(address, { method: 'POST', body, headers: { Accept: 'text/html' } });
        return problemOf(`POST ${address} ${body}`, response, await response.text());
      });
      expect(problems.flat()).toEqual([]);
    },
  );
});

describe('the REST backend', () => {
  const calls = ACCESS.filter(({ method, guard }) => method !== 'GET' && guard === 'api-token');

  it.each([
    '{',
    '[]',
    'null',
    '"x"',
    '{"__proto__":{"role":"admin"}}',
    '{"name":[],"email":{},"role":7}',
    `{"name":"${'a'.repeat(200_000)}"}`,
    '{"name":"\\u0000","email":"\\ud800@x.gt"}',
    '{"clicks":1e309,"userId":"x","flushId":"y"}',
  ])('refuses the body %.40s with a problem document', async (body) => {
    for (const row of calls) {
      const response = await web.get(sampleAddress(row.pattern), {
        method: row.method,
        body,
        headers: { ...headersOf(row), 'Content-Type': 'application/json' },
      });
      expect([400, 404, 413, 415, 422], `${row.method} ${row.pattern}`).toContain(response.status);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(await response.text()).not.toMatch(LEAKS);
    }
  });
});

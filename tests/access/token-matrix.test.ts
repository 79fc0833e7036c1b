import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { REPORTS } from '#server/registries.ts';
import { useTestWeb } from '../http/test-web.ts';
import { ACCESS, sampleAddress, type AccessRow } from './access-table.ts';
import { mapWithLimit } from './map-with-limit.ts';
import { writtenSoFar } from './people.ts';
import { addSampleRecords } from './sample-records.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const build = await loadBuild();
const web = useTestWeb({ app: { build } });

/** A token of somebody who may do everything: a refusal concerns the token, not its owner. */
let token = '';
beforeAll(async () => {
  await addSampleRecords(web.portal);
  const actor = await web.portal.staff.loadStaff({ uid: web.administrator.id, sessionId: '' });
  if (!actor) throw new Error('no administrator');
  token = (await web.portal.tokens.issueToken({ actor, values: { nombre: 'Todo', days: '30' }, formToken: 'formulario-de-la-prueba' }))
    .token;
});

const REPORT_URLS = new Set([...REPORTS.flatMap(({ id, url }) => [`${url}.json`, `/reports/${id}.json`]), '/reports/content-health.json']);
const isOpened = ({ method, pattern }: AccessRow) => method === 'GET' && REPORT_URLS.has(pattern);

async function statusOf(row: AccessRow, suffix: string): Promise<readonly [string, number]> {
  const body = row.method === 'GET' ? undefined : new URLSearchParams({ intent: 'nada' });
  const headers = { Accept: 'text/html', Origin: web.base, Authorization: `Bearer ${token}` };
  const address = sampleAddress(row.pattern);
  const response = await web.get(address === '/' && suffix === '/' ? address : address + suffix, { method: row.method, body, headers });
  await response.arrayBuffer();
  expect(response.headers.get('location') ?? '', row.pattern).not.toMatch(/^\/login/);
  return [`${row.method} ${row.pattern}${suffix}`, response.status];
}

it.each(['', '.data', '/', '?_routes=routes%2F_shell'])(
  'an administrator’s personal token opens nothing but the JSON of reports (address suffix: «%s»)',
  async (suffix) => {
    const guarded = ACCESS.filter(({ guard }) => guard !== 'everybody' && guard !== 'metrics');
    expect(guarded.length).toBeGreaterThan(150);
    const before = await writtenSoFar(web);
    const answers = await mapWithLimit(guarded, (row) => statusOf(row, suffix));
    const opened = answers.filter(([, status]) => status !== 401 && status !== 403).map(([name]) => name);
    const expected =
      suffix === '' || suffix.startsWith('?') ? guarded.filter(isOpened).map(({ method, pattern }) => `${method} ${pattern}${suffix}`) : [];
    expect(opened.sort()).toEqual(expected.sort());
    expect(await writtenSoFar(web)).toEqual(before);
  },
);

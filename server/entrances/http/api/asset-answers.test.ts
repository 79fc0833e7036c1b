import { beforeAll, expect, it } from 'vitest';
import * as sample from '../../../ports/files/testing/sample-files.ts';
import { createApiCaller, type ApiCaller } from './testing/api-caller.ts';
import { startApiServer } from './testing/api-server.ts';

let caller: ApiCaller;
beforeAll(async () => {
  caller = await createApiCaller((await startApiServer()).url);
});

function form(content: Buffer, agencyId?: string): FormData {
  const data = new FormData();
  if (agencyId !== undefined) data.append('agencyId', agencyId);
  data.append('file', new Blob([new Uint8Array(content)]), 'foto.png');
  return data;
}

it('every answer of the two file calls matches the API description', async () => {
  const upload = (raw: FormData | string, headers: Record<string, string> = {}) =>
    caller.call('POST', '/digitalization/upload-asset', { raw, headers });
  const stored = await upload(form(sample.PNG, 'central'));
  const { filename } = stored.body as unknown as { filename: string };
  const get = (query: string, headers: Record<string, string> = {}) => caller.call('GET', `/digitalization/asset${query}`, { headers });
  const answers = [
    stored,
    await upload(form(sample.PNG)),
    await upload(form(Buffer.alloc(2 * 1024 * 1024, 65), 'central')),
    await upload('{}', { 'content-type': 'application/json' }),
    await get(`?filename=${filename}`),
    await get(`?filename=${filename}`, { range: 'bytes=0-3' }),
    await get(`?filename=${filename}`, { range: 'bytes=99999999-' }),
    await get('?filename=nada.png'),
    await get(''),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([201, 400, 413, 415, 200, 206, 416, 404, 400]);
  expect(caller.seen.size).toBe(9);
});

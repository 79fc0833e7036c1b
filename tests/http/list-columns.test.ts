import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const LISTS = [
  ['/customers/list-customers', 'nombre', 'correo'],
  ['/quotes/list-quotes', 'nombre', 'etapa'],
  ['/briefcase/list-briefcase', 'nombre', 'agenciaId'],
  ['/users/list-users', 'name', 'department'],
  ['/locations/list-agencies', 'nombre', 'operaciones'],
] as const;

/** Names of the columns whose boxes are ticked. */
function ticked(html: string): string[] {
  return [...html.matchAll(/<input[^>]*name="columns"[^>]*>/g)]
    .filter(([tag]) => tag.includes(' checked=""'))
    .map(([tag]) => /value="([^"]*)"/.exec(tag)?.[1] ?? '');
}

describe.each(LISTS)('%s', (url, key, column) => {
  const open = async (cookie = '') => (await web.getSigned(url, { headers: { Cookie: `${web.cookie}; ${cookie}` } })).text();

  it('remembers the columns that somebody chose, and goes back to its own', async () => {
    const usual = ticked(await open());
    expect(usual.length).toBeGreaterThan(2);
    const chosen = await web.getSigned(`${url}?q=a&columns=${key}&columns=${column}&columns=inventada`);
    expect([chosen.status, chosen.headers.get('location')]).toEqual([302, `${url}?q=a`]);
    const cookie =
      chosen.headers
        .getSetCookie()
        .find((entry) => entry.startsWith('columnas_'))
        ?.split(';')[0] ?? '';
    expect(ticked(await open(cookie))).toEqual([column]);
    const forgotten = await web.getSigned(`${url}?columns=${key}&columns=*`);
    expect(forgotten.headers.getSetCookie().join()).toMatch(/columnas_\w+=; Path=\/; Max-Age=0/);
  });

  it('shows its own columns for a cookie that makes no sense', async () => {
    const usual = ticked(await open());
    const name =
      (await web.getSigned(`${url}?columns=${key}`)).headers
        .getSetCookie()
        .find((entry) => entry.startsWith('columnas_'))
        ?.split('=')[0] ?? '';
    for (const value of ['%E0%A4%A', '', 'nada,__proto__']) expect(ticked(await open(`${name}=${value}`))).toEqual(usual);
  });
});

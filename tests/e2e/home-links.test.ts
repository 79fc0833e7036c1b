import { describe, expect, it } from 'vitest';
import { useDemoPortal, type Person } from './demo-portal.ts';
import { checkHomeFigures } from './home-figures.ts';

/** Every figure of Inicio equals the count of the list that it links to (over HTTP, on the demo). */
const portal = useDemoPortal({ browser: false });
const get = async (person: Person, address: string) => {
  const response = await fetch(`${portal.url}${address}`, {
    headers: { Cookie: await portal.cookieOf(person), Accept: 'text/html,*/*' },
    redirect: 'manual',
  });
  expect([address, response.status]).toEqual([address, 200]);
  return response.text();
};

describe('a figure of Inicio', () => {
  it.each(['admin', 'editor', 'reportes'])('equals the count of the screen to which it links: %s', { timeout: 180_000 }, (person) =>
    checkHomeFigures((address) => get(person, address)),
  );

  it('depends on the role of the person', async () => {
    const tilesOf = async (person: Person) => [...(await get(person, '/')).matchAll(/data-tile="([^"]+)"/g)].map(([, tile]) => tile);
    const [admin, editor, reports] = [await tilesOf('admin'), await tilesOf('editor'), await tilesOf('reportes')];
    for (const tile of ['content', 'ending', 'waiting-quotes', 'folders', 'month', 'risers', 'trends']) expect(admin).toContain(tile);
    for (const tile of ['content', 'ending', 'waiting-quotes', 'folders']) expect(editor).toContain(tile);
    expect(reports).toEqual(['trends', 'month', 'risers', 'agencies-downloads-by-user', 'screens']);
  });
});

import { describe, expect, it } from 'vitest';
import { useDemoPortal, type Person } from './demo-portal.ts';
import { csvRows } from './csv-rows.ts';

/** Every figure of Inicio: where it leads counts the same (over HTTP, on the demo). */
const portal = useDemoPortal({ browser: false });
const get = async (person: Person, address: string) => {
  const response = await fetch(`${portal.url}${address}`, {
    headers: { Cookie: await portal.cookieOf(person), Accept: 'text/html,*/*' },
    redirect: 'manual',
  });
  expect([address, response.status]).toEqual([address, 200]);
  return response.text();
};

interface Figure {
  tile: string;
  line: string;
  href: string;
  figure: string;
}

const TEXT: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>' };
const decode = (text: string) => text.replace(/&(?:amp|quot|#x27|lt|gt);/g, (sign) => TEXT[sign] ?? sign);

/** Figures in the order of the page. */
function figuresIn(html: string): Figure[] {
  const found: Figure[] = [];
  for (const part of html.replaceAll('<!-- -->', '').split('data-tile="').slice(1)) {
    const tile = part.slice(0, part.indexOf('"'));
    for (const line of part.split('data-line="').slice(1)) {
      const [, href = ''] = /href="([^"]*)"/.exec(line) ?? [];
      const [, figure = ''] = /data-figure="">([^<]*)</.exec(line) ?? [];
      found.push({ tile, line: decode(line.slice(0, line.indexOf('"'))), href: decode(href), figure });
    }
  }
  return found;
}

const numberOf = (text: string) => Number(text.replaceAll('\u00a0', ''));

async function countAt(person: Person, href: string): Promise<number> {
  const { pathname, search } = new URL(href, portal.url);
  const isReport = /^\/briefcase\/reports\/|^\/reports\/(?!file-events|runs|content-health)/.test(pathname);
  if (isReport) {
    const { totals } = JSON.parse(await get(person, `${pathname}.json${search}`)) as { totals: { events?: number; clicks?: number } };
    return totals.events ?? totals.clicks ?? Number.NaN;
  }
  return csvRows(await get(person, `${pathname}/export${search}&format=csv`));
}

describe('a figure of Inicio', () => {
  it.each(['admin', 'editor', 'reportes'])('is what the screen counts to which it leads: %s', { timeout: 180_000 }, async (person) => {
    const figures = figuresIn(await get(person, '/'));
    expect(new Set(figures.map(({ tile }) => tile)).size).toBeGreaterThan(2);
    for (const { tile, line, href, figure } of figures) {
      if (href.startsWith('/settings/') || tile === 'recent-files') continue;
      expect([tile, line, await countAt(person, href)]).toEqual([tile, line, numberOf(figure)]);
    }
  });

  it('shows each role its own', async () => {
    const tilesOf = async (person: Person) => [...(await get(person, '/')).matchAll(/data-tile="([^"]+)"/g)].map(([, tile]) => tile);
    const [admin, editor, reports] = [await tilesOf('admin'), await tilesOf('editor'), await tilesOf('reportes')];
    for (const tile of ['content', 'ending', 'waiting-quotes', 'folders', 'month', 'risers', 'trends']) expect(admin).toContain(tile);
    for (const tile of ['content', 'ending', 'waiting-quotes', 'folders']) expect(editor).toContain(tile);
    expect(reports).toEqual(['trends', 'month', 'risers', 'agencies-downloads-by-user', 'screens']);
  });
});

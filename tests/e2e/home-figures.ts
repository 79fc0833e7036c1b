import { expect } from 'vitest';
import { csvRows } from './csv-rows.ts';

/** Requests an address as some person; fails unless the status is 200. */
type FetchPage = (address: string) => Promise<string>;

interface Figure {
  tile: string;
  line: string;
  href: string;
  figure: string;
}

const TEXT: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>' };
const decode = (text: string) => text.replace(/&(?:amp|quot|#x27|lt|gt);/g, (sign) => TEXT[sign] ?? sign);

/** Figures of Inicio in the order of the page. */
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

async function countAt(ask: FetchPage, href: string): Promise<number> {
  const { pathname, search } = new URL(href, 'http://portal');
  const isReport = /^\/briefcase\/reports\/|^\/reports\/(?!file-events|runs|content-health)/.test(pathname);
  if (isReport) {
    const { totals } = JSON.parse(await ask(`${pathname}.json${search}`)) as { totals: { events?: number; clicks?: number } };
    return totals.events ?? totals.clicks ?? Number.NaN;
  }
  return csvRows(await ask(`${pathname}/export${search}&format=csv`));
}

/** Checks every figure of Inicio: the list that it links to has the same count. */
export async function checkHomeFigures(ask: FetchPage): Promise<void> {
  const figures = figuresIn(await ask('/'));
  expect(new Set(figures.map(({ tile }) => tile)).size).toBeGreaterThan(2);
  for (const { tile, line, href, figure } of figures) {
    if (href.startsWith('/settings/') || tile === 'recent-files') continue;
    expect([tile, line, await countAt(ask, href)]).toEqual([tile, line, numberOf(figure)]);
  }
}

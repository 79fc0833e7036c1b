import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Pager, pageText } from './Pager.tsx';
import { SortHead, TableFrame } from './table.tsx';

const html = (element: React.ReactElement) => renderToStaticMarkup(element);
const links = (markup: string) =>
  [...markup.matchAll(/<a [^>]*href="([^"]*)"[^>]*aria-label="([^"]*)"/g)].map(
    ([, href, label]) => `${label}: ${href?.replaceAll('&amp;', '&')}`,
  );

describe('SortHead', () => {
  const head = (name: string, dir: 'asc' | 'desc', numeric = false) =>
    html(
      <TableFrame caption="Agencias">
        <thead>
          <tr>
            <SortHead name="nombre" label="Nombre" current={{ sort: name, dir }} search="?q=zona&page=4&sort=x&dir=asc" numeric={numeric} />
          </tr>
        </thead>
      </TableFrame>,
    );

  it('marks the sorted column and its direction, and links to the reverse on the first page', () => {
    expect(head('nombre', 'asc')).toContain('aria-sort="ascending"');
    expect(head('nombre', 'asc')).toContain('href="?q=zona&amp;sort=nombre&amp;dir=desc"');
    expect(head('nombre', 'desc')).toContain('aria-sort="descending"');
    expect(head('nombre', 'desc')).toContain('href="?q=zona&amp;sort=nombre&amp;dir=asc"');
  });

  it('has no aria-sort on other columns; numbers start with the highest', () => {
    expect(head('otra', 'asc')).not.toContain('aria-sort');
    expect(head('otra', 'asc')).toContain('dir=asc');
    expect(head('otra', 'asc', true)).toContain('dir=desc');
  });

  it('names its table', () => {
    expect(head('nombre', 'asc')).toContain('<caption>Agencias</caption>');
  });
});

describe('Pager', () => {
  it('shows which rows are on the page', () => {
    expect(pageText({ page: 1, pageSize: 25, shown: 25, total: 1240 })).toBe('1–25 de 1\u00A0240');
    expect(pageText({ page: 50, pageSize: 25, shown: 15, total: 1240 })).toBe('1\u00A0226–1\u00A0240 de 1\u00A0240');
    expect(pageText({ page: 1, pageSize: 25, shown: 25, total: 10_000, totalIsCapped: true })).toBe('1–25 de 10\u00A0000+');
    expect(pageText({ page: 1, pageSize: 25, shown: 0, total: 0 })).toBe('0 de 0');
    expect(pageText({ page: 1, pageSize: 25, shown: 1, total: 1 })).toBe('1–1 de 1');
  });

  it('links to first, previous, next and last page, keeping filters', () => {
    expect(links(html(<Pager page={3} pageSize={25} shown={25} total={1240} search="?q=a&page=3" />))).toEqual([
      'Primera página: ?q=a',
      'Página anterior: ?q=a&page=2',
      'Página siguiente: ?q=a&page=4',
      'Última página: ?q=a&page=50',
    ]);
  });

  it('has no links beyond the edges', () => {
    expect(links(html(<Pager page={1} pageSize={25} shown={25} total={50} search="" />))).toEqual([
      'Página siguiente: ?page=2',
      'Última página: ?page=2',
    ]);
    expect(links(html(<Pager page={2} pageSize={25} shown={25} total={50} search="" />))).toEqual([
      'Primera página: ?',
      'Página anterior: ?',
    ]);
    expect(links(html(<Pager page={1} pageSize={25} shown={0} total={0} search="" />))).toEqual([]);
  });

  it('links back into the list from a page beyond its end', () => {
    expect(links(html(<Pager page={90} pageSize={25} shown={0} total={50} search="" />))).toEqual([
      'Primera página: ?',
      'Página anterior: ?page=2',
    ]);
  });

  it('links by cursor when the server gave one, along with the page number', () => {
    const pager = (
      <Pager
        page={3}
        pageSize={25}
        shown={25}
        total={1240}
        previous={{ page: 2, cursor: 'abc' }}
        next={{ page: 4, cursor: 'xyz' }}
        search="?q=a&page=3&cursor=old"
      />
    );
    expect(links(html(pager)).slice(1, 3)).toEqual(['Página anterior: ?q=a&page=2&cursor=abc', 'Página siguiente: ?q=a&page=4&cursor=xyz']);
  });

  it('shows only the count when one page of any size holds all rows', () => {
    const pager = html(<Pager page={1} pageSize={25} shown={10} total={10} pageSizes={[10, 25]} search="" />);
    expect(pager).toContain('1–10 de 10');
    expect(pager).not.toContain('<nav');
  });

  it('has no link to the last page when the total is capped', () => {
    const capped = <Pager page={1} pageSize={25} shown={25} total={10_000} totalIsCapped search="" />;
    expect(links(html(capped))).toEqual(['Página siguiente: ?page=2']);
    const end = <Pager page={600} pageSize={25} shown={3} total={10_000} totalIsCapped next={null} search="" />;
    expect(links(html(end))).toEqual(['Primera página: ?', 'Página anterior: ?page=599']);
  });
});

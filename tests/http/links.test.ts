import { expect, it } from 'vitest';
import { IS_LONG } from '#server/testing/run-seed.ts';
import { useDemoPortal } from '../e2e/demo-portal.ts';

/** Pages visited per role; practically all in a long run. */
const PAGES = IS_LONG ? 5_000 : 70;
/** Links followed among addresses that differ only in their values. */
const ALIKE = IS_LONG ? 12 : 2;
const AT_ONCE = 4;

const portal = useDemoPortal({ browser: false });

const ROLES = ['admin', 'editor', 'reportes'] as const;
it.each(ROLES)('no link that is followed from the first page of %s answers 4xx or 5xx', { timeout: 600_000 }, async (role) => {
  const headers = { Cookie: await portal.cookieOf(role), Accept: 'text/html' };
  const met = new Map<string, string>([['/', 'the start']]);
  const alike = new Map<string, number>();
  const waiting = ['/'];
  const wrong: string[] = [];
  let opened = 0;
  const open = async (address: string) => {
    const answer = await fetch(new URL(address, portal.url), { headers, redirect: 'manual' });
    if (answer.status >= 400) wrong.push(`${answer.status} ${address} from ${met.get(address)}`);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer.body?.cancel();
    for (const { href, text } of linksOf(await answer.text())) {
      if (href === '') wrong.push(`no address of «${text}» on ${address}`);
      const { origin, pathname, search } = new URL(href, new URL(address, portal.url));
      const found = pathname + search;
      if (origin !== portal.url || met.has(found) || NOT_PAGES.test(pathname)) continue;
      const shape = shapeOf(pathname, search);
      alike.set(shape, (alike.get(shape) ?? 0) + 1);
      if ((alike.get(shape) ?? 0) > ALIKE) continue;
      met.set(found, address);
      waiting.push(found);
    }
  };
  while (waiting.length > 0 && opened < PAGES) {
    const next = waiting.splice(0, Math.min(AT_ONCE, PAGES - opened));
    opened += next.length;
    await Promise.all(next.map(open));
  }
  expect(wrong).toEqual([]);
  expect(opened).toBeGreaterThan(40);
});

/** Exports and files, whose opening is recorded in the ledger. */
const NOT_PAGES = /\/(?:export|download|view|print|zip|template)$|\.(?:pdf|json|svg|png|webp)$|^\/(?:media|build|sign-out|logout)\b/;

function linksOf(html: string): { href: string; text: string }[] {
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', text = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    text: text.replace(/<[^>]*>/g, '').trim(),
  }));
}

/** The address with placeholders for ids and values. */
function shapeOf(pathname: string, search: string): string {
  const parts = pathname.split('/').map((part) => (/\d|^[A-Za-z0-9_-]{16,}$/.test(part) ? ':id' : part));
  return `${parts.join('/')}?${[...new Set(new URLSearchParams(search).keys())].sort().join('&')}`;
}

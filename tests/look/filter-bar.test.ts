import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { REPORTS } from '#server/registries.ts';
import { useChromium } from '#server/testing/chromium.ts';
import { hasService } from '#server/testing/services.ts';
import { useTestWeb } from '../http/test-web.ts';

const WIDTHS = [390, 600, 1000, 1200, 1366, 1440];
const AGENCY = 'agencia-larga';
const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';
/** Lists without a selection, and with an agency whose name is long. */
const LISTS = [
  '/reports/file-events',
  DOCUMENTS,
  '/quotes/list-quotes',
  `/reports/file-events?agencyId=${AGENCY}`,
  `${DOCUMENTS}?agencyId=${AGENCY}`,
  `/quotes/list-quotes?agencia=${AGENCY}`,
  `/briefcase/reports/uploads-by-user?agencyId=${AGENCY}`,
];

/** One report for each set of filters: equal filters make equal bars. */
const BARS = [
  ...new Map(REPORTS.map(({ parameters, days, url }) => [[days, ...parameters.map(({ select }) => select.all)].join(), url])).values(),
];

/** Lists with the longest search placeholders. */
const SEARCHED = [
  DOCUMENTS,
  '/reports/file-events',
  '/users/list-users',
  '/how_associated',
  '/educacion/cooperativista',
  '/buscar',
  ...['send', 'received'].map((way) => `/maintenance/digitalization/packagesShips/${way}/list-packages`),
];

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

describe.skipIf(!hasService('Chromium'))('the filter bar of lists and reports', () => {
  const browser = useChromium();

  beforeAll(async () => {
    await web.portal.sql.query(
      `INSERT INTO agencias (id, nombre, "createdAt", source_version) VALUES ('${AGENCY}', 'Agencia San Pedro Sacatepéquez', now(), 1)`,
    );
  });

  async function open(alter?: (css: string) => string): Promise<Page> {
    const { page } = await browser.newPage({ baseURL: web.base, session: web.cookie });
    if (alter)
      await page.route('**/*.css', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: alter(await response.text()) });
      });
    return page;
  }

  async function lookAt(page: Page, urls: readonly string[]): Promise<string[]> {
    const problems: string[] = [];
    for (const url of urls) {
      await page.goto(url);
      const bars = await page.locator('.filter-bar').count();
      // On phones the filters are behind a button, and some are behind another button at every width.
      await page.evaluate(() => {
        for (const toggle of document.querySelectorAll<HTMLInputElement>('.filter-switch')) toggle.checked = true;
      });
      for (const width of bars > 0 ? WIDTHS : []) {
        await page.setViewportSize({ width, height: 900 });
        problems.push(...(await page.evaluate(lookAtBar)).map((problem) => `${url} at ${width} px: ${problem}`));
      }
    }
    return problems;
  }

  it('cuts off no filter, overlaps none and never scrolls sideways, from 390 to 1440 px', async () => {
    const page = await open();
    expect(await lookAt(page, [...LISTS, ...BARS])).toEqual([]);
  });

  it('never leaves the button «Ver» of a report alone on a line', async () => {
    const page = await open();
    const alone: string[] = [];
    for (const url of ['/briefcase/reports/downloads-by-user', '/reports/quotes', '/reports/user-activity']) {
      await page.goto(url);
      const button = page.getByRole('button', { name: 'Ver', exact: true });
      for (const width of [600, 800, 1000, 1200, 1366, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const beside = await button.evaluate((own) => {
          const { top } = own.getBoundingClientRect();
          const others = own.closest('form')?.querySelectorAll('select') ?? [];
          return [...others].some((other) => Math.abs(other.getBoundingClientRect().top - top) < 8);
        });
        if (!beside) alone.push(`${url} at ${width} px`);
      }
    }
    expect(alone).toEqual([]);
  });

  it('scrolls the tabs on a phone to the current one', async () => {
    const page = await open();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/reports/prints-by-file');
    const room = await page.locator('.tab-bar').boundingBox();
    const current = await page.locator('.tab-bar [aria-current]').boundingBox();
    expect(room && current && current.x >= room.x && current.x + current.width <= room.x + room.width).toBe(true);
  });

  it.each([390, 1000])('shows the whole search placeholder at %i px', async (width) => {
    const page = await open();
    await page.setViewportSize({ width, height: 844 });
    const cut: string[] = [];
    for (const url of SEARCHED) {
      await page.goto(url);
      const found = await page.evaluate(lookAtSearch);
      expect(found, url).not.toBeNull();
      if (found && found.wanted > found.room) cut.push(`${url}: «${found.text}» of ${found.wanted} px in ${found.room} px`);
    }
    expect(cut).toEqual([]);
  });

  it('shows the whole name of each filter in browsers without `field-sizing`', async () => {
    const page = await open((css) => css.replaceAll('field-sizing:content', 'field-sizing:unknown'));
    expect(await lookAt(page, ['/briefcase/reports/uploads-by-user', '/reports/documents', '/reports/file-events'])).toEqual([]);
  });
});

/** Runs in the page: the width that the search placeholder needs, and the width that it has. */
async function lookAtSearch(): Promise<{ text: string; wanted: number; room: number } | null> {
  await document.fonts.ready;
  const input = document.querySelector<HTMLInputElement>('input[type=search]');
  if (!input) return null;
  const copy = document.createElement('span');
  copy.textContent = input.placeholder;
  copy.style.cssText = 'position: absolute; white-space: nowrap;';
  copy.style.font = getComputedStyle(input).font;
  document.body.append(copy);
  const { width } = copy.getBoundingClientRect();
  copy.remove();
  const { paddingLeft, paddingRight } = getComputedStyle(input);
  return { text: input.placeholder, wanted: width, room: input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) };
}

/** Runs in the page: selects that are cut off, controls that overlap, and whether the page scrolls sideways. */
async function lookAtBar(): Promise<string[]> {
  const shown = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
  const wantedWidth = (select: HTMLSelectElement) => {
    const copy = select.cloneNode(true) as HTMLSelectElement;
    copy.value = select.value;
    copy.style.cssText = 'position: absolute; field-sizing: content; width: auto; min-width: 0; max-width: none;';
    select.after(copy);
    const { width } = copy.getBoundingClientRect();
    copy.remove();
    return width;
  };
  const textOf = (control: HTMLElement) =>
    (control instanceof HTMLSelectElement ? control.selectedOptions[0]?.text : control.innerText) || control.className;
  const problems: string[] = [];
  const look = (controls: readonly HTMLElement[]) => {
    const boxes = controls.map((control) => ({ text: textOf(control), box: control.getBoundingClientRect() }));
    for (const [place, { text, box }] of boxes.entries())
      for (const other of boxes.slice(place + 1))
        if (box.left < other.box.right && other.box.left < box.right && box.top < other.box.bottom && other.box.top < box.bottom)
          problems.push(`«${text}» overlaps «${other.text}»`);
    for (const select of controls)
      if (select instanceof HTMLSelectElement && wantedWidth(select) > select.getBoundingClientRect().width + 0.5)
        problems.push(`«${textOf(select)}» is cut`);
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) problems.push('the page scrolls sideways');
  };
  const panels = [...document.querySelectorAll<HTMLDetailsElement>('.filter-bar details')];
  for (const panel of panels) panel.open = false;
  const controls =
    ':is(select, button:not(.date-input *), .input:not(.filter-date, .date-input *), .filter-date, .date-input:not(.filter-date *), summary, .filter-toggle)';
  look(shown(`.filter-bar ${controls}`));
  for (const panel of panels) {
    // The side on which the panel opens is chosen after this event.
    const opened = new Promise((resolve) => panel.addEventListener('toggle', resolve, { once: true }));
    panel.open = true;
    await opened;
    look(shown('.filter-bar details[open] .drop-panel :is(select, button, a)'));
    panel.open = false;
  }
  return problems;
}

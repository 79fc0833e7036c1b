import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDemoData } from '#prisma/seed/demo-data.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { useChromium } from '#server/testing/chromium.ts';
import { hasService } from '#server/testing/services.ts';
import { useTestWeb } from '../http/test-web.ts';

const TODAY = new Date('2026-11-19T00:00:00Z');
const REPORT = '/reports/quotes?from=2026-11-01&to=2026-11-18';
const SHOWN = 200;

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

describe.skipIf(!hasService('Chromium'))('the page of a report with a long title', () => {
  const browser = useChromium();

  beforeAll(async () => {
    const shown = makeDemoData(TODAY)
      .documents.filter((document) => document.path.startsWith('cotizaciones/'))
      .slice(0, SHOWN);
    await web.portal.documents.main.batch(shown.map(({ path: documentPath, data }) => ({ kind: 'set', path: documentPath, data })));
    await web.portal.readModel.projectNow(
      'main',
      shown.map((document) => document.path),
    );
  });

  async function open(width: number, report = REPORT): Promise<Page> {
    const { page } = await browser.newPage({ baseURL: web.base, session: web.cookie, viewport: { width, height: 900 } });
    await page.goto(report);
    return page;
  }

  it.each([1000, 1366, 1440])('keeps its buttons beside the title, and the strip chart as wide as its card, at %i px', async (width) => {
    const page = await open(width);
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const title = await boxOf('main h1');
    const buttons = await boxOf('.page-secondary');
    const days = await boxOf('.page-line');
    expect(buttons.x).toBeGreaterThanOrEqual(title.x + title.width);
    expect(buttons.y).toBeLessThan(title.y + title.height);
    expect(days.y).toBeGreaterThanOrEqual(Math.max(title.y + title.height, buttons.y + buttons.height));

    const strip = page.getByRole('group', { name: /: cuándo/ }).filter({ visible: true });
    expect(await strip.count()).toBe(1);
    const drawn = await strip.evaluate((svg) => {
      const { width: wide, height } = svg.getBoundingClientRect();
      const [, , boxWidth = 0, boxHeight = 0] = svg.getAttribute('viewBox')?.split(' ').map(Number) ?? [];
      const card = svg.closest('.surface') ?? svg;
      const { paddingLeft, paddingRight } = getComputedStyle(card);
      const letters = Number(svg.querySelector('text')?.getAttribute('font-size')) * (wide / boxWidth);
      return {
        room: card.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
        wide,
        stretched: wide / boxWidth - height / boxHeight,
        letters,
      };
    });
    expect(drawn.wide).toBeCloseTo(drawn.room, 0);
    expect(Math.abs(drawn.stretched)).toBeLessThan(0.01);
    expect(drawn.letters).toBeGreaterThan(11);
    expect(drawn.letters).toBeLessThan(14);
  });

  it('fits ten columns into its frame at widths from 1340 to 1500 px', async () => {
    const page = await open(1340, `/reports/quote-funnel${REPORT.slice(REPORT.indexOf('?'))}`);
    for (const width of [1340, 1366, 1499, 1500]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page
        .locator('.table-frame')
        .first()
        .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
      expect([width, beyond]).toEqual([width, 0]);
    }
    expect(await page.locator('.list-table').first().locator('thead th').count()).toBe(10);
  });

  it('shows every measure on a phone, stacked under the name', async () => {
    const page = await open(390, `/reports/quote-funnel${REPORT.slice(REPORT.indexOf('?'))}&by=kind`);
    const row = page.locator('.list-table tbody tr').first();
    for (const label of ['Ganadas', 'Perdidas', '% ganado']) expect(await row.locator(`td[data-label="${label}"]`).isVisible()).toBe(true);
    const [total] = await page.locator('.list-table tfoot td[data-label="% ganado"]').allInnerTexts();
    expect(total).toMatch(/\d %$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  });

  it('prints its days without what leads to the charts', async () => {
    const page = await open(1000);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.page-line').innerText()).toMatch(/ de 2026$/);
  });
});

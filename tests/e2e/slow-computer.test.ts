import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const ASSETS = '/products/list-products/activos_extraordinarios';
const FILES = 4;
/** Slow enough that React renders the end of a navigation without ever having rendered its beginning. */
const TIMES_SLOWER = 20;
const WAIT = { timeout: 60_000 };

describe.skipIf(noChromium)('a slow computer', () => {
  const portal = useDemoPortal();

  it('shows all photos that were uploaded together, including the last', async () => {
    const { page, context } = await portal.as('admin');
    await page.goto(ASSETS);
    const gallery = page.locator('#fotos');
    const photos = gallery.locator('ol.photo-grid > li');
    const before = await photos.count();
    const debugging = await context.newCDPSession(page);
    await debugging.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
    const files = Array.from({ length: FILES }, async (_, index) => ({
      name: `lote-${index}.png`,
      mimeType: 'image/png',
      buffer: await picture(index),
    }));
    await gallery.locator('input[type=file]:not([capture])').setInputFiles(await Promise.all(files));
    await expect.poll(() => gallery.getByText('Cargado', { exact: true }).count(), WAIT).toBe(FILES);
    await expect.poll(() => photos.count(), WAIT).toBe(before + FILES);
  });
});

function picture(shade: number): Promise<Buffer> {
  const background = { r: 60, g: 90, b: shade };
  return sharp({ create: { width: 200, height: 120, channels: 3, background } })
    .png()
    .toBuffer();
}

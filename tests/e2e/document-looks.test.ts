import { beforeAll, describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { some } from '#server/testing/run-seed.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { uploadDocumentFiles, uploadFile } from './document-files.ts';
import { HEIGHT, inspectPage } from './inspect-page.ts';

/** Expected content of each sample file of other programs. */
const SHOWN = {
  pages: ['plain.pdf', 'linearized.pdf', 'broken-xref.pdf', 'scanned-50.pdf', 'g4.tif', 'lzw.tif', 'three.tif', 'photo.heic', 'photo.avif'],
  pictures: ['photo.webp', 'cmyk.jpg', 'rotated.jpg', 'animated.gif', 'bitmap.bmp', 'palette.bmp'],
  parts: ['acta.docx', 'acta.html', 'cuotas.xlsx', 'windows-1252.csv', 'grafica.svg', 'factura-fel.xml'],
  sentence: ['encrypted.pdf', 'no-pages.pdf', 'paquete.zip'],
} as const;
/** How many files of each kind a run opens; a long run opens all. */
const OPENED = 2;
const RATE = 8_000;
/** WAVE, 8 bit, mono. */
const SECOND_OF_SILENCE = Buffer.concat([
  Buffer.from('RIFF'),
  words(36 + RATE),
  Buffer.from('WAVEfmt '),
  words(16, 0x1_0001, RATE, RATE, 0x8_0001),
  Buffer.from('data'),
  words(RATE),
  Buffer.alloc(RATE, 128),
]);

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32LE(value, index * 4));
  return buffer;
}

const WAIT_MS = 20_000;
const LOOKS_MS = 240_000;
const WINDOW = { width: 1440, height: HEIGHT };

describe.skipIf(noChromium)('the appearance of documents', () => {
  const portal = useDemoPortal({ browser: { withWindows: true }, worker: true });
  let ids: ReadonlyMap<string, string>;
  beforeAll(async () => {
    ids = await uploadDocumentFiles(portal);
  }, 120_000);
  const newPage = async () => (await portal.as('admin', { viewport: WINDOW, reducedMotion: 'reduce' })).page;

  it('covers every sample file', () => {
    expect([...ids.keys()].sort()).toEqual(Object.values(SHOWN).flat().sort());
  });

  it.each(Object.entries(SHOWN))('has no problem with %s in both themes and at every width', { timeout: LOOKS_MS }, async (kind, names) => {
    const page = await newPage();
    const problems: string[] = [];
    for (const name of some<string>(names, OPENED)) {
      await page.setViewportSize(WINDOW);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`/briefcase/files/${ids.get(name)}`);
      const viewer = page.locator('.viewer');
      if (kind === 'sentence') await viewer.getByRole('link', { name: 'Descargar para abrirlo' }).waitFor();
      else if (kind === 'parts') await viewer.locator('table tbody td, pre').first().waitFor({ timeout: WAIT_MS });
      else await viewer.locator('.viewer-page:not(.skeleton) img').first().waitFor({ timeout: WAIT_MS });
      await waitForPendingRequests(page);
      expect(await page.locator('iframe, embed, object').count()).toBe(0);
      problems.push(...(await inspectPage(page, `document-${name}`)));
    }
    expect(problems).toEqual([]);
  });

  it('plays sound with the controls of the browser, and fetches none of it before', async () => {
    const page = await newPage();
    const id = await uploadFile(portal, 'llamada.wav', SECOND_OF_SILENCE);
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('/view') && asked.push(request.url())));
    await page.goto(`/briefcase/files/${id}`);
    const player = page.locator('.viewer audio[controls]');
    await waitForPendingRequests(page);
    expect(asked).toEqual([]);
    expect(await inspectPage(page, 'document-sound')).toEqual([]);
    await player.evaluate((audio: HTMLAudioElement) => void (audio.muted = true));
    expect(await player.evaluate((audio: HTMLAudioElement) => audio.play().then(() => audio.duration))).toBeCloseTo(1, 1);
  });
});

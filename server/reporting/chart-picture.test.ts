import sharp from 'sharp';
import { expect, it } from 'vitest';
import { chartPicture } from './chart-picture.ts';
import { drawBars } from './draw-bars.ts';

const draw = (name: string) =>
  drawBars({ shape: 'paper', idPrefix: 'x', title: 'Prueba', description: '', bars: [{ name, value: 1_204, href: '/x?a=1&b="2"' }] });

/** How many pixels of the part where names stand are not white. */
async function ink(name: string): Promise<number> {
  const picture = await chartPicture(await draw(name), { title: 'Prueba', width: 700 });
  const names = { left: 0, top: 0, width: 476, height: Math.round((picture?.height ?? 0) * 2) - 2 };
  const pixels = await sharp(picture?.png).extract(names).greyscale().raw().toBuffer();
  return pixels.filter((value) => value < 240).length;
}

it('is as wide as asked, at double resolution, and draws the letters of a name', async () => {
  const picture = await chartPicture(await draw('Ñuñoa & Cía <S.A.> «Única»'), { title: 'Prueba', width: 700 });
  const { width, height } = await sharp(picture?.png).metadata();
  expect([picture?.width, Math.abs((width ?? 0) - 1_400) <= 2]).toEqual([700, true]);
  expect(Math.abs((height ?? 0) - (picture?.height ?? 0) * 2)).toBeLessThanOrEqual(4);
  expect(await ink('MMMMMMMMMM')).toBeGreaterThan(await ink('iiiiiiiiii'));
  expect(await ink('iiiiiiiiii')).toBeGreaterThan(await ink(''));
});

it('draws a similar sign for one that the typeface lacks', async () => {
  expect(await ink('Mixco → Xela')).toBe(await ink('Mixco › Xela'));
});

it('is null without a drawing', async () => {
  expect(await chartPicture('', { title: '', width: 700 })).toBeNull();
});

/** Of the widest names of agencies: so many times the size of its letters is each, in Inter. */
const LETTER = 0.57;

it('leaves room for the whole name of an agency beside its bar in the narrow shape', async () => {
  const name = 'Agencia Huehuetenango';
  const svg = await drawBars({ shape: 'narrow', idPrefix: 'x', title: '', description: '', bars: [{ name, value: 26, href: null }] });
  const [, size, end] = /font-size="(\d+)" transform="translate\((\d+) [^>]*>Agencia/.exec(svg) ?? [];
  expect(Number(size) * LETTER * name.length).toBeLessThan(Number(end));
});

it('gives all others a number without a bar, so that they do not dwarf the rest', async () => {
  const page = { shape: 'half', idPrefix: 'x', title: '', description: '' } as const;
  const first = { name: 'Agencia Xela', value: 41, href: null };
  const barsOf = (svg: string) => svg.match(/<path d="M196[^"]*"/g);
  const rest = { name: 'Otras 28 agencias', value: 309, href: null, isRest: true };
  const [alone, withRest] = [await drawBars({ ...page, bars: [first] }), await drawBars({ ...page, bars: [first, rest] })];
  expect(withRest).toContain('309');
  expect(barsOf(alone)?.length).toBe(1);
  expect(barsOf(withRest)?.[0]).toBe(barsOf(alone)?.[0]);
});

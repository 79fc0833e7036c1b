import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { drawIcons, STYLE_SHEET } from './draw-icons.tsx';

it('the style sheet draws every icon as lucide does (`npm run icons` updates it)', async () => {
  expect(await readFile(STYLE_SHEET, 'utf8')).toBe(await drawIcons());
});

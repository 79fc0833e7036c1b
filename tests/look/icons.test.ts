import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { drawIcons, STYLE_SHEET } from './draw-icons.tsx';

it('the style sheet draws the icon of every name as lucide does; else run npm run icons', async () => {
  expect(await readFile(STYLE_SHEET, 'utf8')).toBe(await drawIcons());
});

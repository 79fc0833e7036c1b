import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MENU } from '#server/domain/menu.ts';

it('the style sheet draws a picture for every menu entry', () => {
  const styles = readFileSync(path.join(import.meta.dirname, '../../app/styles/menu-pictures.css'), 'utf8');
  const drawn = [...styles.matchAll(/^\.picture-([a-z-]+) \{/gm)].map(([, name]) => name);
  const icons = MENU.flatMap(({ options }) => options.map(({ icon }): string => icon));
  expect(icons.filter((icon) => !drawn.includes(icon))).toEqual([]);
});

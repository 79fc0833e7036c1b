import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** WCAG 2.2 AA: 4.5 for text, 3 for borders of controls and for icons. */
const TEXT = 4.5;
const SIGN = 3;

function* sources(): Generator<string> {
  const app = new URL('../../app/', import.meta.url);
  for (const file of readdirSync(app, { recursive: true, encoding: 'utf8' }))
    if (/\.(?:tsx?|css)$/.test(file)) yield readFileSync(new URL(file, app), 'utf8');
}

const css = readFileSync(new URL('../../app/styles/app.css', import.meta.url), 'utf8');
const themes = [...css.matchAll(/@plugin "daisyui\/theme" \{([^}]*)\}/g)].map(([, body = '']) => ({
  name: /name: '([^']*)'/.exec(body)?.[1] ?? '',
  others: [...body.matchAll(/(--[\w-]+): (?!oklch)([^;]*);/g)].map(([declaration]) => declaration),
  colors: new Map(
    [...body.matchAll(/--([\w-]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)].map(([, name = '', l, c, h]) => [
      name,
      luminance(Number(l) / 100, Number(c), Number(h)),
    ]),
  ),
}));

/** Relative luminance of an oklch colour, by the published OKLab matrices. */
function luminance(l: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const [x, y, z] = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((v) => v ** 3) as [number, number, number];
  const red = 4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z;
  const green = -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z;
  const blue = -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z;
  const shown = (v: number) => Math.min(1, Math.max(0, v));
  return 0.2126 * shown(red) + 0.7152 * shown(green) + 0.0722 * shown(blue);
}

const PAIRS: readonly (readonly [front: string, back: string, ratio: number])[] = [
  ...['base-100', 'base-200', 'primary-soft'].flatMap((back) => [
    ['color-base-content', back, TEXT] as const,
    ['muted', back, TEXT] as const,
  ]),
  ...['primary', 'info', 'success', 'warning', 'error'].flatMap((front) => [
    [`color-${front}`, 'base-100', TEXT] as const,
    [`color-${front}`, 'base-200', TEXT] as const,
    [`color-${front}-content`, front, TEXT] as const,
  ]),
  ['color-accent-content', 'accent', TEXT],
  ['color-secondary-content', 'secondary', TEXT],
  ['color-neutral-content', 'neutral', TEXT],
  ['control', 'base-100', SIGN],
  ['control', 'base-200', SIGN],
];

describe.each(themes)('theme $name', ({ colors }) => {
  it.each(PAIRS)('%s on %s has a contrast of at least %d', (front, back, ratio) => {
    const one = colors.get(front);
    const other = colors.get(back === 'primary-soft' ? back : `color-${back}`);
    if (one === undefined || other === undefined) throw new Error(`no such colour: ${front} or ${back}`);
    expect((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)).toBeGreaterThanOrEqual(ratio);
  });
});

it('draws the borders of fields in colours of which the contrast is measured here, unmixed', () => {
  const forms = readFileSync(new URL('../../app/styles/forms.css', import.meta.url), 'utf8');
  const drawn = [...forms.matchAll(/--input-color: ([^;]*);/g)].map(([, colour]) => colour);
  expect(drawn.length).toBeGreaterThan(3);
  expect(drawn.filter((colour) => !PAIRS.some(([front]) => colour === `var(--${front})`))).toEqual([]);
});

it('has a light and a dark theme', () => {
  expect(themes.map((theme) => theme.name)).toEqual(['cooperativa', 'cooperativa-oscuro']);
});

it('gives both themes the same sizes, and no screen styles only one of them', () => {
  const [light, dark] = themes;
  expect(light?.others.length).toBeGreaterThan(5);
  expect(dark?.others).toEqual(light?.others);
  // No screen styles one theme alone: only the variant's own definition has these words.
  const styling = [...sources()].flatMap((source) => source.match(/\bdark:[\w-]+|prefers-color-scheme: dark|\[data-theme=/g) ?? []);
  expect(styling).toEqual(['[data-theme=', '[data-theme=', 'prefers-color-scheme: dark']);
});

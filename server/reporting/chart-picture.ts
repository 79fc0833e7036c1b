import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import sharp from 'sharp';
import { drawableText } from '../domain/drawable-text.ts';
import type { SheetDrawing, SheetPicture } from '../workbooks/sheet.ts';

/** The page's colours as printed. */
const COLOURS: Readonly<Record<string, string>> = {
  'var(--color-primary)': '#1b5e4a',
  'var(--color-base-300)': '#d9d9d2',
  'var(--muted)': '#5f6b66',
  currentColor: '#1c1c1a',
};
/** Rendered pixels per displayed pixel, so that it is sharp on paper. */
const SHARPNESS = 2;
const TYPEFACE = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

let font: Promise<Font> | undefined;
const typeface = () => (font ??= loadFont());

/** Loading the package takes a tenth of a second, and reading the typeface another: other requests are served in between. */
async function loadFont(): Promise<Font> {
  const { openSync } = await import('fontkit');
  await nextTurn();
  const face = openSync(fileURLToPath(import.meta.resolve(TYPEFACE))) as Font;
  await nextTurn();
  return face;
}

/** A page's drawing as a standalone SVG; null when there is no drawing. */
export async function chartDrawing(svg: string, title: string): Promise<SheetDrawing | null> {
  return svg === '' ? null : { title, svg: outlineLetters(withPaperColours(svg), await typeface()) };
}

/** The same as a bitmap for a workbook, shown `width` pixels wide. */
export async function chartPicture(svg: string, { title, width }: { title: string; width: number }): Promise<SheetPicture | null> {
  const [, boxWidth = 0, boxHeight = 0] = /viewBox="0 0 ([\d.]{1,9}) ([\d.]{1,9})"/.exec(svg)?.map(Number) ?? [];
  if (svg === '' || !boxWidth || !boxHeight) return null;
  const height = Math.round((width * boxHeight) / boxWidth);
  const letters = outlineLetters(withPaperColours(svg), await typeface());
  const sized = letters.replace('width="100%"', `width="${boxWidth}" height="${boxHeight}"`);
  const png = await sharp(Buffer.from(sized), { density: (72 * SHARPNESS * width) / boxWidth })
    .flatten({ background: '#ffffff' })
    .png({ palette: true })
    .toBuffer();
  return { title, png, width, height };
}

function withPaperColours(svg: string): string {
  return Object.entries(COLOURS).reduce((text, [theme, paper]) => text.replaceAll(`"${theme}"`, `"${paper}"`), svg);
}

const TEXT = /<text( [^<>]*|)>([^<]*)<\/text>/g;

/** Converts letters to outlines: our typeface is installed on no machine, and some have no fonts at all. */
function outlineLetters(svg: string, face: Font): string {
  return svg.replace(TEXT, (_text, attributes: string, content: string) => {
    const attributeValues = new Map([...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
    const number = (name: string, usual: number) => Number(attributeValues.get(name) ?? usual);
    const place = { x: number('x', 0), y: number('y', 0), size: number('font-size', 12) };
    const transform = attributeValues.get('transform');
    const shapes = shapesOf(face, unescape(content), place, {
      anchor: attributeValues.get('text-anchor'),
      baseline: attributeValues.get('dominant-baseline'),
    });
    return `<path fill="${attributeValues.get('fill') ?? '#000'}"${transform ? ` transform="${transform}"` : ''} d="${shapes}"/>`;
  });
}

function shapesOf(
  face: Font,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
  { anchor, baseline }: { anchor: string | undefined; baseline: string | undefined },
): string {
  const scale = size / face.unitsPerEm;
  const run = face.layout(drawableText(text, (character) => face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)));
  const width = run.advanceWidth * scale;
  let left = x - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
  const bottom = y + (baseline === 'central' ? (face.capHeight * scale) / 2 : 0);
  return run.glyphs
    .map((glyph, place) => {
      const path = glyph.path.scale(scale, -scale).translate(left, bottom).toSVG();
      left += (run.positions[place]?.xAdvance ?? glyph.advanceWidth) * scale;
      return path;
    })
    .join('');
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

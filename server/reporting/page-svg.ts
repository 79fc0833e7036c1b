import { escapeHtml } from '../platform/escape-html.ts';

/**
 * Makes echarts' SVG fit for our pages: only allowed drawing elements and attributes pass, no style attributes or style
 * elements (our content security policy refuses both), the theme's colours, and a title and description for people who
 * cannot see it.
 */
const ELEMENTS: ReadonlySet<string> = new Set(['svg', 'g', 'rect', 'path', 'text', 'tspan', 'line', 'circle']);
const ATTRIBUTES: ReadonlySet<string> = new Set(
  `viewBox d x y x1 y1 x2 y2 cx cy r width height transform xmlns fill fill-opacity stroke stroke-width stroke-linecap
   stroke-linejoin stroke-dasharray text-anchor dominant-baseline font-size font-weight`.split(/\s+/),
);

const TAG = /<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g;
const ATTRIBUTE = /\s([\w:-]{1,40})="([^"<]*)"/g;

/** A clickable area of the drawing, in viewBox units. */
interface ChartLink {
  href: string;
  /** Read out, and shown as a tooltip. */
  label: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Not reachable with the keyboard. */
  isSkipped?: boolean;
}

export interface PageSvgOptions {
  /** Prefix for the ids of its title and description: two drawings on one page need different ones. */
  idPrefix: string;
  title: string;
  description: string;
  links?: readonly ChartLink[];
  /** Colours in the drawing, mapped to those of the page. */
  colours: Readonly<Record<string, string>>;
}

export function toPageSvg(drawn: string, options: PageSvgOptions): string {
  const clean = without(without(drawn, 'style'), 'defs').replace(
    TAG,
    (_tag, closing: string, name: string, attributes: string, selfClosing: string) => {
      if (!ELEMENTS.has(name)) return '';
      if (closing) return name === 'svg' ? `${(options.links ?? []).map(linkOf).join('')}</svg>` : `</${name}>`;
      if (name === 'svg') return openingTag(attributes, options);
      return `<${name}${allowedAttributes(attributes, options)}${selfClosing && '/'}>`;
    },
  );
  return clean.trim();
}

/** Removes these elements with their content: clip definitions would show as black shapes. */
function without(drawn: string, element: 'defs' | 'style'): string {
  const end = `</${element}>`;
  const [before = '', ...blocks] = drawn.split(`<${element}`);
  const after = blocks.map((block) => (block.includes(end) ? block.slice(block.indexOf(end) + end.length) : ''));
  return before + after.join('');
}

/** A drawing without links is one image to screen readers, which hides its parts; one with links is a group. */
function openingTag(attributes: string, { idPrefix, title, description, links = [] }: PageSvgOptions): string {
  const viewBox = /viewBox="([\d. -]+)"/.exec(attributes)?.[1] ?? '';
  const head = `<title id="${idPrefix}-titulo">${escapeHtml(title)}</title><desc id="${idPrefix}-descripcion">${escapeHtml(description)}</desc>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="100%" role="${links.length > 0 ? 'group' : 'img'}" aria-labelledby="${idPrefix}-titulo ${idPrefix}-descripcion">${head}`;
}

function linkOf({ href, label, x, y, width, height, isSkipped = false }: ChartLink): string {
  const text = escapeHtml(label);
  const place = `x="${x}" y="${y}" width="${width}" height="${height}"`;
  return `<a href="${escapeHtml(href)}" aria-label="${text}"${isSkipped ? ' tabindex="-1"' : ''}><title>${text}</title><rect ${place} fill="transparent"/></a>`;
}

function allowedAttributes(attributes: string, { colours }: PageSvgOptions): string {
  let allowed = '';
  for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    if (name === 'style') {
      const size = /font-size:\s*(\d+(?:\.\d+)?)px/.exec(value)?.[1];
      if (size) allowed += ` font-size="${size}"`;
    } else if (ATTRIBUTES.has(name)) allowed += ` ${name}="${colours[value] ?? value}"`;
  }
  return allowed;
}

/** How a page for the printer looks: upright or across, its letters, and how wide each column is, by what its cells hold. */

/** Characters that stand beside each other in letters of so many points; the first that holds them all is taken. */
const FITS = [
  { upTo: 105, size: 'portrait', points: 9 },
  { upTo: 125, size: 'portrait', points: 8 },
  { upTo: 150, size: 'landscape', points: 9 },
  { upTo: 170, size: 'landscape', points: 8 },
  { upTo: Infinity, size: 'landscape', points: 7 },
] as const;

/** A longer text goes on in a second line, a longer word is broken. */
const LINE_MAX = 36;
const WORD_MAX = 26;
/** One cell in ten may take more lines than the others. */
const USUAL_PART = 0.9;
const PADDING = 2;

/** Characters that a column wants. @param texts its cells @param isNumber such are never broken */
export function wantedWidth(title: string, texts: readonly string[], isNumber: boolean): number {
  const lengths = texts.map((text) => text.length).sort((a, b) => a - b);
  const usual = lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * USUAL_PART))] ?? 0;
  const longest = lengths.at(-1) ?? 0;
  // Heads stand in bold letters.
  const words = texts.reduce((most, text) => Math.max(most, longestWord(text)), 1 + Math.ceil(1.15 * longestWord(title)));
  return PADDING + Math.max(isNumber ? longest : Math.min(usual, LINE_MAX), Math.min(words, WORD_MAX));
}

function longestWord(text: string): number {
  return text.split(/[\s\u00ad]/).reduce((most, word) => Math.max(most, word.length), 0);
}

const FIXED = `
:root{color-scheme:light}
body{margin:0 auto;max-width:64rem;padding:1rem;font:10pt/1.35 Inter,Arial,Helvetica,sans-serif;color:#1c1c1a;background:#fff;font-variant-numeric:tabular-nums}
h1{font-size:16pt;line-height:1.2;margin:.1rem 0 .4rem;overflow-wrap:anywhere}
.owner{margin:0;color:#5f6b66;font-weight:600}
.asked{margin:0 0 .4rem;display:flex;flex-wrap:wrap;gap:.1rem 1.25rem}
.asked div{display:flex;gap:.35rem;min-width:0}
.asked dt{color:#5f6b66}.asked dd{margin:0;font-weight:600;overflow-wrap:anywhere}
.made{margin:0 0 .75rem;color:#5f6b66;font-size:9pt}
.figures{display:flex;flex-wrap:wrap;gap:.4rem;margin:0 0 .75rem}
.figures div{flex:1 1 7rem;border:1px solid #d9d9d2;border-radius:4px;padding:.3rem .5rem;break-inside:avoid}
.figures dt{font-size:8pt;color:#5f6b66}.figures dd{margin:0;font-size:13pt;font-weight:650;overflow-wrap:anywhere}
.figures small{display:block;font-size:8pt;font-weight:400;color:#5f6b66}
figure{margin:0 0 .75rem;break-inside:avoid}figcaption{font-weight:600}figure img{display:block;width:100%;max-width:46rem}
.rest{border:1px solid #1b5e4a;border-radius:4px;padding:.4rem .6rem;font-weight:600;break-inside:avoid}
table{width:100%;border-collapse:collapse;table-layout:fixed}
th,td{padding:2pt 4pt;text-align:start;vertical-align:top;overflow-wrap:anywhere;border-bottom:.5pt solid #d9d9d2}
th{font-weight:600;vertical-align:bottom}
thead{display:table-header-group}thead th{border-bottom:1pt solid #1b5e4a;color:#1b5e4a}
tfoot{display:table-row-group}tfoot th,tfoot td{border-top:1pt solid #1b5e4a;border-bottom:0;font-weight:650}
tr{break-inside:avoid}
.num{text-align:end}
.bar{display:flex;align-items:center;gap:1rem;margin:0 0 1rem;padding:.6rem .75rem;background:#f4f4f1;border-radius:6px}
.bar button{font:inherit;font-weight:600;padding:.5rem 1rem;border:0;border-radius:6px;background:#1b5e4a;color:#fff;cursor:pointer}
.bar button:focus-visible{outline:2px solid #1b5e4a;outline-offset:2px}
.bar p{margin:0}
@media print{body{max-width:none;padding:0}.bar{display:none}}
@media screen{.rows{overflow-x:auto}}`;

/** @param widths characters that each column wants */
export function paperStyle(title: string, widths: readonly number[]): string {
  const all = widths.reduce((sum, width) => sum + width, 0);
  const { size, points } = FITS.find(({ upTo }) => all <= upTo) ?? FITS[0];
  const columns = widths.map((width, place) => `col:nth-child(${place + 1}){width:${((100 * width) / all).toFixed(2)}%}`);
  const foot = `font:8pt Inter,Arial,sans-serif;color:#5f6b66`;
  const page = `@page{size:${size};margin:12mm 11mm 14mm;@bottom-left{content:${cssText(title)};${foot}}@bottom-right{content:"Página " counter(page) " de " counter(pages);${foot}}}`;
  // On a phone the table scrolls; paper has its own width.
  return `${page}${FIXED}table{font-size:${points}pt}@media screen{table{min-width:${Math.round(all / 2)}em}}${columns.join('')}`;
}

/** Any text as a CSS string that ends neither the string nor the style element. */
function cssText(text: string): string {
  return `"${text.slice(0, 100).replace(/[^\p{L}\p{N} .,:-]/gu, (character) => `\\${(character.codePointAt(0) ?? 32).toString(16)} `)}"`;
}

import type { PaperColumns } from './paper-columns.ts';

/** Style of a printed page. */

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
.figures dt{font-size:8pt;color:#5f6b66}.figures dd{margin:0;font-size:13pt;font-weight:650}
.figures small{display:block;font-size:8pt;font-weight:400;color:#5f6b66}
figure{margin:0 0 .75rem;break-inside:avoid}figcaption{font-weight:600}figure img{display:block;width:100%;max-width:46rem}
.rest{border:1px solid #1b5e4a;border-radius:4px;padding:.4rem .6rem;font-weight:600;break-inside:avoid}
table{width:100%;border-collapse:collapse}
th,td{padding:2pt 4pt;text-align:start;vertical-align:top;border-bottom:.5pt solid #d9d9d2}
td.num,td span,th span,small span{white-space:nowrap}
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

/**
 * Columns are laid out by content: an unbroken cell takes the room it needs in the printing computer's font, and the
 * estimated shares only distribute the rest.
 */
export function paperStyle(title: string, { size, points, widths, unbroken }: PaperColumns): string {
  const all = widths.reduce((sum, width) => sum + width, 0);
  const columns = widths.map((width, place) => `col:nth-child(${place + 1}){width:${((100 * width) / all).toFixed(2)}%}`);
  const kept = unbroken.flatMap((is, place) => (is ? [`td:nth-child(${place + 1})`] : []));
  const foot = `font:8pt Inter,Arial,sans-serif;color:#5f6b66`;
  const page = `@page{size:${size};margin:12mm 11mm 14mm;@bottom-left{content:${cssText(title)};${foot}}@bottom-right{content:"Página " counter(page) " de " counter(pages);${foot}}}`;
  // On a phone the table scrolls; a printed page has its own width.
  const narrow = `@media screen{table{min-width:${Math.round(all)}em}}`;
  return `${page}${FIXED}table{font-size:${points}pt}${narrow}${columns.join('')}${kept.length > 0 ? `${kept.join()}{white-space:nowrap}` : ''}`;
}

/** Any text as a CSS string that cannot end the string or the style element. */
function cssText(text: string): string {
  return `"${text.slice(0, 100).replace(/[^\p{L}\p{N} .,:-]/gu, (character) => `\\${(character.codePointAt(0) ?? 32).toString(16)} `)}"`;
}

/** A text, or an element: [tag, attributes, children]. */
export type Markup = string | [string, Record<string, string | boolean>, Markup[]];

const VOID = new Set(['input', 'br', 'hr', 'img', 'meta', 'link']);
const LEFT_OUT = new Set(['script', 'style']);
/** Attributes that React names differently, so that the bare page renders them without a warning. */
const RENAMED: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  value: 'defaultValue',
  checked: 'defaultChecked',
  tabindex: 'tabIndex',
  colspan: 'colSpan',
};

/** The elements inside <body> of a page that React rendered (well-formed by construction); scripts are left out. */
export function readMarkup(html: string): Markup[] {
  const body = html.slice(html.indexOf('<body>') + '<body>'.length, html.indexOf('</body>'));
  const root: Markup[] = [];
  const open: { tag: string; children: Markup[] }[] = [{ tag: '', children: root }];
  for (const [, comment, end, tag, attributes, text] of body.matchAll(
    /(<!--.*?-->)|<\/([a-zA-Z0-9]+)>|<([a-zA-Z0-9]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/gs,
  )) {
    const parent = open.at(-1);
    if (comment !== undefined || !parent) continue;
    if (end !== undefined) open.pop();
    else if (text !== undefined) parent.children.push(decode(text));
    else if (tag !== undefined) {
      const children: Markup[] = [];
      if (!LEFT_OUT.has(tag)) parent.children.push([tag, readAttributes(tag, attributes ?? ''), children]);
      if (!VOID.has(tag)) open.push({ tag, children });
    }
  }
  return root;
}

function readAttributes(tag: string, text: string): Record<string, string | boolean> {
  const attributes: Record<string, string | boolean> = {};
  for (const [, name = '', value] of text.matchAll(/\s+([^\s=>/]+)(?:="([^"]*)")?/g)) {
    if (name === 'selected' || (name === 'value' && (tag === 'option' || tag === 'button'))) continue;
    attributes[RENAMED[name] ?? name] = value === undefined || value === '' ? true : decode(value);
  }
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_whole, name: string) => ENTITIES[name] ?? '');
}

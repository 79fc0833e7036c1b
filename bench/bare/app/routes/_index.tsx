import { createElement, type ReactNode } from 'react';
import { useLoaderData } from '@remix-run/react';
import page from '../../../../.cache/bare/page.json';

/** A text, or an element: [tag, attributes, children]. */
type Markup = string | [string, Record<string, string | boolean>, Markup[]];

/** As many rows as the list has, from memory. */
export async function loader() {
  return { rows: page.rows };
}

/** Exactly the markup of the list of agencies (shell, filters, rows) as plain elements: no data access, no session, no logic. */
export default function BarePage() {
  const { rows } = useLoaderData<typeof loader>();
  return <div data-rows={rows.length}>{(page.body as Markup[]).map(draw)}</div>;
}

function draw(node: Markup, index: number): ReactNode {
  if (typeof node === 'string') return node;
  const [tag, attributes, children] = node;
  return createElement(tag, { ...attributes, key: index }, children.length > 0 ? children.map(draw) : undefined);
}

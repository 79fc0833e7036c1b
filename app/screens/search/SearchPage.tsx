import { Form, useLoaderData, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Marked } from './Marked.tsx';
import type { loadSearch } from './search-data.ts';
import { countText, CUT_NOTICE, sectionsOf, type SearchItem, type SearchSection } from './sections.ts';

/** The global search as a page. */
export function SearchPage() {
  const answer = useLoaderData<typeof loadSearch>();
  const { q, cut } = answer;
  const sections = sectionsOf(answer);
  return (
    <>
      <PageHead title="Buscar en el portal" />
      <Form method="get" role="search" className="mb-3 flex max-w-160 gap-2" data-announce={countText(sections)}>
        <input
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          className="input"
          aria-label="Nombre, código, teléfono, fecha o pantalla"
          placeholder="Nombre, código, teléfono…"
          data-key="/"
        />
        <Button type="submit" look="primary">
          Buscar
        </Button>
      </Form>
      {cut ? (
        <Notice kind="info" className="mb-3 max-w-160">
          {CUT_NOTICE}
        </Notice>
      ) : null}
      {sections.length === 0 ? (
        <EmptyState title={`Nada coincide con «${q}».`}>Pruebe con menos letras, o con un código, un teléfono o una fecha.</EmptyState>
      ) : (
        <div className="found-groups">
          {sections.map((section) => (
            <Section key={section.id} section={section} q={q} />
          ))}
        </div>
      )}
    </>
  );
}

function Section({ section: { id, title, total, close, items, all }, q }: { section: SearchSection; q: string }) {
  const heading = `hallazgos-${id}`;
  return (
    <section className="surface p-1.5" aria-labelledby={heading} data-found={id} data-nav="">
      <h2 id={heading} className="found-head">
        {title} {total === '' ? null : <span className="tabular text-muted">{total}</span>}
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item.href + item.title}>
            <FoundItem item={item}>
              <span className="found-title">
                <Marked text={item.title} q={q} close={close} />
              </span>
              <span className="found-detail">
                <Marked text={item.detail} q={q} close={close} />
              </span>
            </FoundItem>
          </li>
        ))}
      </ul>
      {all ? (
        <a className="drop-item text-link" href={all.href}>
          {all.title}
        </a>
      ) : null}
    </section>
  );
}

/** A link, or a button for an action that sends a form. */
function FoundItem({ item: { href, post }, children }: { item: SearchItem; children: ReactNode }) {
  const { pathname, search } = useLocation();
  if (!post)
    return (
      <a className="drop-item found" href={href}>
        {children}
      </a>
    );
  return (
    <form method="post" action={post.action}>
      {Object.entries({ redirectTo: pathname + search, ...post.fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="drop-item found">
        {children}
      </button>
    </form>
  );
}

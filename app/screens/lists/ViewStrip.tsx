import { Form } from '@remix-run/react';
import { joinWithAnd } from '#server/domain/text.ts';
import { savedQuery, scheduleViewHref, VIEWS_URL } from '#server/domain/saved-views.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { recordHref } from '../../record-links.ts';
import { COMPACT_ROWS } from './ColumnChoice.tsx';
import type { ShownView } from './load-list.ts';

/** The columns and row height of the list. */
interface Look {
  chosen: readonly string[] | null;
  isCompact: boolean;
}

/** Address of the form that saves a list as a view. */
export function newViewHref(url: string, search: string, { chosen, isCompact }: Look): string {
  const consulta = savedQuery(search);
  const columns = (chosen ?? []).map((name) => ['columnas', name]);
  const rows = isCompact ? [['densidad', COMPACT_ROWS]] : [];
  return `${VIEWS_URL}/new?${new URLSearchParams([['lista', url], ...(consulta === '' ? [] : [['consulta', consulta]]), ...columns, ...rows])}`;
}

interface ViewStripProps {
  view: ShownView | 'lost';
  url: string;
  search: string;
  look: Look;
}

/** The view with which the list was opened, and whether it has changed since. */
export function ViewStrip({ view, url, search, look }: ViewStripProps) {
  if (view === 'lost')
    return (
      <Notice kind="warning" className="mb-3">
        La vista ya no existe o ya no se comparte con usted. La lista se muestra con los filtros que tenía.
      </Notice>
    );
  const { id, name, mayChange, maySchedule, isChanged, gone } = view;
  return (
    <>
      <div className="no-print mb-3 flex flex-wrap items-center gap-x-3 gap-y-1" data-nav="">
        <p className="flex min-w-0 items-center gap-1.5">
          <Icon name="list-checks" className="size-[15px] flex-none text-muted" />
          <span className="truncate">
            Vista: <strong>{name}</strong>
          </span>
          {isChanged ? <span className="text-muted">· cambiada</span> : null}
        </p>
        {isChanged && mayChange ? (
          <Form method="post" action={recordHref(VIEWS_URL, id)}>
            <input type="hidden" name="consulta" value={savedQuery(search)} />
            <input type="hidden" name="columnas" value={(look.chosen ?? []).join('\n')} />
            <input type="hidden" name="densidad" value={look.isCompact ? COMPACT_ROWS : 'normal'} />
            <Button type="submit" small name="intent" value="take">
              Guardar los cambios en la vista
            </Button>
          </Form>
        ) : null}
        {isChanged ? (
          <a className="text-link" href={newViewHref(url, search, look)}>
            Guardar como otra
          </a>
        ) : null}
        {mayChange ? (
          <a className="text-link" href={recordHref(VIEWS_URL, id)}>
            Editar la vista
          </a>
        ) : null}
        {maySchedule ? (
          <a className="text-link" href={scheduleViewHref(id)}>
            Programar su envío
          </a>
        ) : null}
        <a className="text-link" href={url}>
          Salir de la vista
        </a>
      </div>
      {gone.length === 0 ? null : (
        <Notice kind="warning" className="mb-3">
          Esta vista se abrió sin {joinWithAnd(gone)}, que la lista ya no ofrece.
        </Notice>
      )}
    </>
  );
}

import { Form } from '@remix-run/react';
import { useRef } from 'react';
import type { OwnTile } from '#server/features/home/read-tiles.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ARRANGE_URL } from './arrange-url.ts';

/** Inicio while its tiles are being arranged: plain forms, saved at once. */
export function ArrangeTiles({ tiles }: { tiles: readonly OwnTile[] }) {
  const list = useRef<HTMLOListElement>(null);
  useKeptFocus(list);
  const shown = tiles.filter(({ isHidden }) => !isHidden);
  const hidden = tiles.filter(({ isHidden }) => isHidden);
  return (
    <div className="max-w-160">
      <PageHead
        title="Ordenar Inicio"
        subtitle="Se guarda al momento y rige en todos sus equipos. «Mi bandeja» queda siempre arriba."
        primary={
          <ButtonLink look="primary" href="/">
            Listo
          </ButtonLink>
        }
      />
      <p className="sr-only" role="status" data-place="" />
      <ol ref={list} className="surface divide-y divide-line overflow-hidden">
        {[...shown, ...hidden].map((tile) => (
          <TileRow key={tile.id} tile={tile} shown={shown} />
        ))}
      </ol>
      <Form method="post" action="/preferences" preventScrollReset className="mt-3">
        <input type="hidden" name="redirectTo" value={ARRANGE_URL} />
        <Button type="submit" name="home" value="restore" look="quiet">
          Volver al orden de siempre
        </Button>
      </Form>
    </div>
  );
}

function TileRow({ tile: { id, title, isHidden }, shown }: { tile: OwnTile; shown: readonly OwnTile[] }) {
  const place = shown.findIndex((one) => one.id === id);
  const [above, below] = isHidden ? [] : [shown[place - 1], shown[place + 1]];
  return (
    <li data-item={id}>
      <Form method="post" action="/preferences" preventScrollReset className="flex items-center gap-1.5 py-1.5 ps-4 pe-2">
        <input type="hidden" name="redirectTo" value={ARRANGE_URL} />
        <input type="hidden" name="tile" value={id} />
        <span className={`min-w-0 flex-1 ${isHidden ? 'text-muted' : ''}`}>
          {title}
          {isHidden ? ' (no se muestra)' : null}
        </span>
        {isHidden ? null : (
          <>
            <Button
              type="submit"
              name="home"
              look="quiet"
              small
              iconOnly
              icon="arrow-up"
              value={`before:${above?.id ?? ''}`}
              disabled={!above}
              data-step="up"
            >
              {`Subir ${title}`}
            </Button>
            <Button
              type="submit"
              name="home"
              look="quiet"
              small
              iconOnly
              icon="arrow-down"
              value={`after:${below?.id ?? ''}`}
              disabled={!below}
              data-step="down"
            >
              {`Bajar ${title}`}
            </Button>
          </>
        )}
        <Button type="submit" name="home" value={isHidden ? 'show' : 'hide'} look="quiet" small data-step="shown">
          {isHidden ? 'Mostrar' : 'Ocultar'}
          <span className="sr-only"> {title}</span>
        </Button>
      </Form>
    </li>
  );
}

import { Form } from '@remix-run/react';
import { useMemo } from 'react';
import type { CatalogRecord } from '#server/catalogs/record.ts';
import { shownImage, shownThumbnail } from '#server/domain/images.ts';
import { PHOTOS_URL } from '#server/domain/products.ts';
import { formatCount } from '#server/domain/text.ts';
import { useMay } from '../../../rights.ts';
import { Button } from '../../../ui/Button.tsx';
import { OrderControls, OrderForm } from '../../order/OrderControls.tsx';
import { useRowOrder, useSentMoves } from '../../order/use-row-order.ts';
import { PhotoUploads } from './PhotoUploads.tsx';
import type { ListedPhoto } from './service-data.ts';

const FORM = 'orden-fotos';

interface PhotoGalleryProps {
  /** A deactivated service takes no new photos. */
  service: CatalogRecord;
  photos: readonly ListedPhoto[];
  formToken: string;
}

/** The photos of a service in order, each with its description. */
export function PhotoGallery({ service, photos, formToken }: PhotoGalleryProps) {
  const may = useMay();
  const mayChange = may('products', 'change');
  const action = PHOTOS_URL.replace(':id', encodeURIComponent(service.id));
  const ids = useMemo(() => photos.map((photo) => photo.id), [photos]);
  const places = { ids, before: 0 };
  const rowOrder = useRowOrder({ ids, layout: 'tiles', drop: useSentMoves({ action, order: ids }) });
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  return (
    <section id="fotos" aria-labelledby="titulo-fotos" className="scroll-mt-20">
      <h2 id="titulo-fotos" className="mb-2">
        Fotos <span className="tabular font-normal text-muted">{formatCount(photos.length)}</span>
      </h2>
      {service.isActive && mayChange ? <PhotoUploads action={action} serviceId={service.id} formToken={formToken} /> : null}
      <OrderForm id={FORM} action={action} message={rowOrder.message} />
      <p className="mb-2 text-muted empty:hidden">
        {photos.length === 0 ? 'Todavía no hay fotos. ' : ''}
        {service.isActive && service.values['estado'] === true ? 'La app las muestra en este orden, en cuanto se cargan.' : ''}
      </p>
      <ol className="photo-grid">
        {rowOrder.ids.flatMap((id, index) => {
          const photo = byId.get(id);
          const title = photo?.descripcion || `Foto ${index + 1}`;
          return photo ? (
            <li key={id} className="surface" {...rowOrder.marks(id)}>
              <a href={shownImage(photo.url)} target="_blank" rel="noreferrer">
                <img src={shownThumbnail(photo.url)} alt={title} loading="lazy" referrerPolicy="no-referrer" draggable={false} />
              </a>
              <div className="flex items-center justify-between px-2 pt-1">
                {mayChange ? <OrderControls form={FORM} id={id} title={title} order={places} rowOrder={rowOrder} layout="tiles" /> : null}
                {may('products', 'delete') ? <DeleteButton action={action} id={id} title={title} /> : null}
              </div>
              {mayChange ? <Caption action={action} photo={photo} position={index + 1} /> : <p className="p-2">{photo.descripcion}</p>}
            </li>
          ) : (
            []
          );
        })}
      </ol>
    </section>
  );
}

function DeleteButton({ action, id, title }: { action: string; id: string; title: string }) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button type="submit" name="intent" value="deactivate" look="quiet" small icon="trash-2" iconOnly>
        {`Eliminar ${title}`}
      </Button>
    </Form>
  );
}

/** A small form of its own: Enter or the button saves. The key renders it anew once somebody has saved. */
function Caption({ action, photo: { id, descripcion, version }, position }: { action: string; photo: ListedPhoto; position: number }) {
  return (
    <Form key={version} method="post" action={action} preventScrollReset className="flex gap-1 p-2">
      <input type="hidden" name="intent" value="caption" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input
        className="input input-sm min-w-0 flex-1"
        name="descripcion"
        defaultValue={descripcion}
        placeholder="Descripción"
        aria-label={`Descripción de la foto ${position}`}
      />
      <Button type="submit" small>
        Guardar
      </Button>
    </Form>
  );
}

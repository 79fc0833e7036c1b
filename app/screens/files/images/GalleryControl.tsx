import { useState } from 'react';
import { shownThumbnail } from '#server/domain/images.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Control } from '../../../ui/Field.tsx';
import { TextArea } from '../../../ui/inputs.tsx';
import { LazyImagePicker } from './LazyImagePicker.tsx';
import { useAnnounced, useHydrated } from '../../../ui/form-events.ts';

interface GalleryControlProps {
  control: Control;
  /** Addresses, one per line. */
  value: string;
  maxItems: number;
}

/** Ordered pictures: uploaded several at once, reordered by buttons or dragging, removed. Without JavaScript a list of addresses. */
export function GalleryControl({ control, value, maxItems }: GalleryControlProps) {
  const [items, setItems] = useState(() => linesOf(value));
  const [dragged, setDragged] = useState<number | null>(null);
  const ready = useHydrated();
  const area = useAnnounced<HTMLTextAreaElement>(items);
  if (!ready)
    return (
      <TextArea
        {...control}
        defaultValue={value}
        rows={3}
        placeholder="https://… (una dirección por línea)"
        onChange={({ currentTarget }) => setItems(linesOf(currentTarget.value))}
      />
    );
  const move = (from: number, to: number) => setItems((list) => moved(list, from, to));
  return (
    <div
      id={control.id}
      className="image-control"
      role="group"
      aria-label="Fotos"
      aria-describedby={control['aria-describedby']}
      tabIndex={-1}
    >
      <textarea
        ref={area}
        hidden
        name={control.name}
        value={items.join('\n')}
        onChange={({ currentTarget }) => setItems(linesOf(currentTarget.value))}
      />
      {items.length === 0 ? <p className="text-muted">Todavía no hay fotos.</p> : null}
      <ol className="gallery">
        {items.map((address, index) => (
          <li
            key={address}
            draggable
            onDragStart={({ dataTransfer }) => {
              // Firefox only drags elements that carry data.
              dataTransfer.setData('text/plain', String(index + 1));
              setDragged(index);
            }}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, index);
            }}
            className="surface"
          >
            <img src={shownThumbnail(address)} alt={`Foto ${index + 1}`} referrerPolicy="no-referrer" draggable={false} />
            <div className="flex justify-between">
              <Button small look="quiet" icon="arrow-left" iconOnly disabled={index === 0} onClick={() => move(index, index - 1)}>
                {`Mover antes la foto ${index + 1}`}
              </Button>
              <Button
                small
                look="quiet"
                icon="arrow-right"
                iconOnly
                disabled={index === items.length - 1}
                onClick={() => move(index, index + 1)}
              >
                {`Mover después la foto ${index + 1}`}
              </Button>
              <Button small look="quiet" icon="x" iconOnly onClick={() => setItems((list) => list.filter((other) => other !== address))}>
                {`Quitar la foto ${index + 1}`}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {items.length < maxItems ? (
        <LazyImagePicker label="Agregar fotos" max={maxItems - items.length} onImage={({ url }) => setItems((list) => [...list, url])} />
      ) : (
        <p className="text-muted">{`Son ${maxItems}, el máximo.`}</p>
      )}
    </div>
  );
}

function linesOf(value: string): string[] {
  return [...new Set(value.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

function moved(list: readonly string[], from: number, to: number): string[] {
  const next = [...list];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}

import { useState } from 'react';
import { shownImage, type UploadedImage } from '#server/domain/images.ts';
import { formatFileSize } from '#server/domain/file-size.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Control } from '../../../ui/Field.tsx';
import { LazyImagePicker } from './LazyImagePicker.tsx';
import { useAnnounced, useHydrated } from '../../../ui/form-events.ts';

/**
 * The address of one picture, which is chosen from the computer, uploaded at once and shown. The address itself is a plain text input,
 * which is all there is without JavaScript.
 */
export function ImageControl({ control, value, label }: { control: Control; value: string; label: string }) {
  const [address, setAddress] = useState(value);
  const [facts, setFacts] = useState('');
  const ready = useHydrated();
  const input = useAnnounced<HTMLInputElement>(address);
  const receive = ({ url, width, height, bytes }: UploadedImage) => {
    setAddress(url);
    setFacts(`${width} × ${height} px, ${formatFileSize(bytes)}`);
  };
  const text = (
    <input
      {...control}
      ref={input}
      className="input"
      value={address}
      onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      inputMode="url"
      placeholder="https://…"
    />
  );
  return (
    <div className="image-control">
      {address === '' ? null : (
        <div className="flex flex-wrap items-end gap-3">
          <img
            className="image-preview"
            src={shownImage(address)}
            alt={`Vista previa de ${label}`}
            referrerPolicy="no-referrer"
            draggable={false}
          />
          {ready ? (
            <Button small look="quiet" icon="x" onClick={() => setAddress('')}>
              Quitar imagen
            </Button>
          ) : null}
        </div>
      )}
      {facts === '' ? null : <p className="tabular text-[0.8125rem] text-muted">{facts}</p>}
      {ready ? <LazyImagePicker label={address === '' ? 'Elegir imagen' : 'Cambiar imagen'} max={1} onImage={receive} /> : null}
      {ready ? (
        <details open={control['aria-invalid']}>
          <summary className="cursor-pointer text-[0.8125rem] text-muted">Escribir la dirección</summary>
          {text}
        </details>
      ) : (
        text
      )}
    </div>
  );
}

import { useCallback, useRef, useState } from 'react';
import { formatFileSize } from '#server/domain/file-size.ts';
import { Button } from '../../ui/Button.tsx';
import type { Control } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/form-events.ts';
import { CameraButton } from './FileButton.tsx';
import { useDraggedFiles, useDroppedFiles } from './dropped-files.ts';

/**
 * A form's single file: chosen, dropped anywhere on the page, or taken with the camera of a handheld device. The browser's own file input,
 * whose labels are in the browser's language, stays underneath and is all there is without scripts.
 */
export function FileField({ control, accept }: { control: Control; accept?: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const ready = useHydrated();
  const over = useDraggedFiles();
  const take = useCallback((files: readonly File[]) => {
    const [file] = files;
    if (!file || !input.current) return;
    const transfer = new DataTransfer();
    transfer.items.add(file);
    input.current.files = transfer.files;
    setChosen(file);
  }, []);
  useDroppedFiles(take);
  return (
    <div className={ready ? `file-field ${over ? 'file-field-over' : ''}` : ''}>
      <input
        {...control}
        ref={input}
        type="file"
        accept={accept}
        className={ready ? 'sr-only' : 'file-input w-full'}
        onChange={({ currentTarget }) => setChosen(currentTarget.files?.[0] ?? null)}
      />
      {ready ? (
        <>
          <Button icon="folder-up" tabIndex={-1} onClick={() => input.current?.click()}>
            {chosen ? 'Elegir otro' : 'Elegir archivo'}
          </Button>
          {accept === undefined ? <CameraButton onFiles={take} /> : null}
          <span className="min-w-0 wrap-anywhere text-muted">
            {over ? 'Suelte el archivo aquí.' : chosen ? `${chosen.name} (${formatFileSize(chosen.size)})` : 'o arrástrelo a la página'}
          </span>
        </>
      ) : null}
    </div>
  );
}

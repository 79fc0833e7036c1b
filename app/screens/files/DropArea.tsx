import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** Takes files dropped anywhere on the page, or chosen with the button. A library for this weighs more than the whole list. */
export function DropArea({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const over = useDraggedFiles(onFiles);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // The same file chosen again must count as a change.
    currentTarget.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <div
      className={`flex flex-wrap items-center gap-3 rounded-lg border-2 border-dashed p-4 ${over ? 'border-primary bg-primary-soft' : 'border-line'}`}
    >
      <input ref={input} type="file" multiple hidden tabIndex={-1} aria-label="Archivos" onChange={choose} />
      <Icon name="folder-up" className="size-5.5 text-muted" />
      <p className="pointer-coarse:hidden">
        {over ? 'Suelte los archivos para cargarlos.' : 'Arrastre archivos a cualquier parte de esta página, o'}
      </p>
      <Button onClick={() => input.current?.click()}>Elegir archivos</Button>
    </div>
  );
}

/** Whether files are being dragged over the page; takes what is dropped anywhere on it. */
function useDraggedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const all = new AbortController();
    const { signal } = all;
    document.addEventListener('dragover', drag, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => all.abort();
  }, [onFiles]);
  return over;
}

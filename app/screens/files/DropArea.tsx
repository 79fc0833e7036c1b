import { Icon } from '../../ui/Icon.tsx';
import { useDraggedFiles, useDroppedFiles } from './dropped-files.ts';
import { FileButton } from './FileButton.tsx';

/**
 * Takes files dropped anywhere on the page or chosen with the button; slim when other content needs the room. A library for this would
 * weigh more than the whole list.
 */
export function DropArea({ onFiles, isSlim = false }: { onFiles: (files: readonly File[]) => void; isSlim?: boolean }) {
  const over = useDraggedFiles();
  useDroppedFiles(onFiles);
  if (isSlim && !over) return <FileButton onFiles={onFiles} label="Agregar archivos" />;
  return (
    <div
      className={`flex flex-wrap items-center gap-3 rounded-lg border-2 border-dashed p-4 ${over ? 'border-primary bg-primary-soft' : 'border-line'}`}
    >
      <Icon name="folder-up" className="size-5.5 text-muted" />
      <p className="pointer-coarse:hidden">
        {over ? 'Suelte los archivos para cargarlos.' : 'Arrastre archivos a cualquier parte de esta página, o'}
      </p>
      <FileButton onFiles={onFiles} />
    </div>
  );
}

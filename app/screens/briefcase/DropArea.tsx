import FolderUp from 'lucide-react/icons/folder-up';
import { useEffect, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { Button } from '../../ui/Button.tsx';

/** Takes files dropped anywhere on the page, or chosen with the button. */
export function DropArea({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { getRootProps, getInputProps, open } = useDropzone({ onDrop: (files) => files.length > 0 && onFiles(files), noClick: true, noKeyboard: true, preventDropOnDocument: false });
  const over = useDraggedFiles(onFiles);
  return (
    <div {...getRootProps({ className: `flex flex-wrap items-center gap-3 rounded-lg border-2 border-dashed p-4 ${over ? 'border-primary bg-primary-soft' : 'border-line'}` })}>
      <input {...getInputProps({ 'aria-label': 'Archivos' })} />
      <FolderUp size={22} className="text-muted" aria-hidden />
      <p>{over ? 'Suelte los archivos para cargarlos.' : 'Arrastre archivos a cualquier parte de esta página, o'}</p>
      <Button onClick={open}>Elegir archivos</Button>
    </div>
  );
}

/** Whether files are being dragged over the page; what is dropped outside the area counts too. */
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
      // The area has taken its own.
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', drag);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', drag);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  return over;
}

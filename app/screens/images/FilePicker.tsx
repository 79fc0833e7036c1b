import ImagePlus from 'lucide-react/icons/image-plus';
import { useRef } from 'react';
import { IMAGE_TYPES } from '#server/domain/images.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldErrors } from '../../ui/Field.tsx';
import type { ImageUploads } from './use-image-uploads.ts';

interface FilePickerProps {
  id: string;
  label: string;
  multiple?: boolean;
  uploads: ImageUploads;
  onFiles: (files: File[]) => void;
}

/** The button that opens the file dialog, and what becomes of the files (needs JavaScript). */
export function FilePicker({ id, label, multiple = false, uploads, onFiles }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button small icon={ImagePlus} disabled={uploads.pending.length > 0} onClick={() => input.current?.click()}>
          {label}
        </Button>
        <input
          ref={input}
          id={`${id}-archivo`}
          type="file"
          hidden
          aria-label={label}
          accept={IMAGE_TYPES.join(',')}
          multiple={multiple}
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        <span className="text-[0.8125rem] text-muted">JPG, PNG, WEBP o GIF, hasta 15 MB.</span>
      </div>
      {uploads.pending.map(({ key, name, sentBytes, bytes }) => (
        <p key={key} className="flex items-center gap-2 text-[0.8125rem]" role="status">
          <progress className="progress progress-primary w-32" value={sentBytes} max={Math.max(1, bytes)} aria-label={`Cargando ${name}`} />
          <span className="min-w-0 truncate">{name}</span>
        </p>
      ))}
      <div role="alert">
        <FieldErrors id={`${id}-carga`} errors={uploads.errors} />
      </div>
    </div>
  );
}

import { useRef, type ChangeEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { IconName } from '../../ui/Icon.tsx';

interface FileButtonProps {
  onFiles: (files: readonly File[]) => void;
  label?: string;
  icon?: IconName;
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
}

/** Opens the browser's file dialog, on handheld devices also the camera. */
export function FileButton({ onFiles, label = 'Elegir archivos', icon = 'folder-up', accept, multiple = true, disabled }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        tabIndex={-1}
        aria-label="Archivos"
        onChange={given(onFiles)}
      />
      <Button icon={icon} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <CameraButton onFiles={onFiles} disabled={disabled} />
    </>
  );
}

/** Shown on handheld devices only. */
export function CameraButton({ onFiles, disabled }: Pick<FileButtonProps, 'disabled' | 'onFiles'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        tabIndex={-1}
        aria-label="Cámara"
        onChange={given(onFiles)}
      />
      <Button className="hidden pointer-coarse:inline-flex" disabled={disabled} onClick={() => input.current?.click()}>
        Tomar foto
      </Button>
    </>
  );
}

const given =
  (onFiles: FileButtonProps['onFiles']) =>
  ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // Lets the same file count as a change when it is chosen again.
    currentTarget.value = '';
    if (files.length > 0) onFiles(files);
  };

import { useEffect, type RefObject } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { useViewerKeys } from './use-viewer-keys.ts';

interface WholeWindowButtonProps {
  viewer: RefObject<HTMLElement>;
  isWhole: boolean;
  onChange: (isWhole: boolean) => void;
}

/** Gives the document the whole window and takes it back: also `f`, and Escape. */
export function WholeWindowButton({ viewer, isWhole, onChange }: WholeWindowButtonProps) {
  useViewerKeys(viewer, (key) => {
    if (key !== 'f') return false;
    onChange(!isWhole);
    return true;
  });
  useEffect(() => {
    if (!isWhole) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !viewer.current?.querySelector('details[open]')) onChange(false);
    };
    document.addEventListener('keydown', leave, { capture: true });
    return () => document.removeEventListener('keydown', leave, { capture: true });
  }, [viewer, isWhole, onChange]);
  return (
    <Button
      look="quiet"
      small
      icon={isWhole ? 'minimize-2' : 'maximize-2'}
      iconOnly
      title={isWhole ? 'Salir (f)' : 'Ventana completa (f)'}
      onClick={() => onChange(!isWhole)}
    >
      {isWhole ? 'Salir de la ventana completa' : 'Ventana completa'}
    </Button>
  );
}

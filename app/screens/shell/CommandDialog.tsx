import { useNavigate } from '@remix-run/react';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { MenuGroup } from '#server/domain/menu.ts';
import { Dialog } from '#app/ui/Dialog.tsx';
import { Destinations } from './Destinations.tsx';
import { findDestinations } from './find-destinations.ts';

interface CommandDialogProps {
  open: boolean;
  onClose: () => void;
  menu: readonly MenuGroup[];
}

/** Ctrl K: jump to a screen, or look for what was typed in a list. Arrows move, Enter opens. */
export function CommandDialog({ open, onClose, menu }: CommandDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Buscar en el portal" className="dialog-top">
      <Command menu={menu} onClose={onClose} />
    </Dialog>
  );
}

/** Apart, so that each opening starts empty. */
function Command({ menu, onClose }: Pick<CommandDialogProps, 'menu' | 'onClose'>) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const destinations = findDestinations(menu, typed);
  const closeOnChoice = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) onClose();
  };
  const openFirst = (event: KeyboardEvent) => {
    const first = destinations[0];
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !first) return;
    event.preventDefault();
    onClose();
    navigate(first.href);
  };
  return (
    <div role="presentation" onKeyDown={moveWithArrows} onClick={closeOnChoice}>
      <input
        className="input"
        type="text"
        aria-label="Pantalla o texto que busca"
        placeholder="Pantalla o texto que busca"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={openFirst}
        maxLength={200}
        data-first-focus=""
      />
      <div className="mt-2 max-h-[50dvh] overflow-y-auto">
        <Destinations destinations={destinations} />
      </div>
    </div>
  );
}

function moveWithArrows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const current = stops.findIndex((stop) => stop === document.activeElement);
  stops[Math.min(Math.max(current + step, 0), stops.length - 1)]?.focus();
  event.preventDefault();
}

import { useState, type FormEvent } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { ZOOM_STEPS, type Zoom } from './page-layout.ts';

export interface PagesToolbarProps {
  pages: number;
  current: number;
  onGo: (page: number) => void;
  /** A page number was entered: the focus should move to the pages. */
  onChosen: () => void;
  zoom: Zoom;
  /** The current page's effective zoom, also when it is fitted. */
  percent: number;
  onZoom: (zoom: Zoom) => void;
  onStep: (way: 1 | -1) => void;
  onTurn: () => void;
  strip: { open: boolean; toggle: () => void };
  /** null when pages have no text. */
  text: { open: boolean; toggle: () => void } | null;
}

/** Tools for pages: navigate, zoom, rotate, read their text. */
export function PagesToolbar({ pages, current, onGo, onChosen, onTurn, strip, text, ...zooming }: PagesToolbarProps) {
  return (
    <>
      {pages > 1 ? (
        <div className="viewer-group" role="group" aria-label="Páginas">
          <Button look="quiet" small icon="panel-left-open" iconOnly aria-pressed={strip.open} onClick={strip.toggle}>
            Miniaturas
          </Button>
          <Button look="quiet" small icon="arrow-up" iconOnly disabled={current === 1} onClick={() => onGo(current - 1)}>
            Página anterior
          </Button>
          <Button look="quiet" small icon="arrow-down" iconOnly disabled={current === pages} onClick={() => onGo(current + 1)}>
            Página siguiente
          </Button>
          <PageField pages={pages} current={current} onGo={onGo} onChosen={onChosen} />
        </div>
      ) : null}
      <ZoomControls {...zooming} />
      <div className="viewer-group">
        <Button look="quiet" small icon="rotate-cw" iconOnly title="Girar (r)" onClick={onTurn}>
          Girar
        </Button>
        {text ? (
          <Button look="quiet" small icon="scan-text" iconOnly aria-pressed={text.open} onClick={text.toggle}>
            Texto de la página
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** Enter goes to the page; a number without a page is replaced by the current one. */
function PageField({ pages, current, onGo, onChosen }: Pick<PagesToolbarProps, 'pages' | 'current' | 'onGo' | 'onChosen'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const page = typed !== null && /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0;
    setTyped(null);
    if (page < 1 || page > pages) return;
    onGo(page);
    onChosen();
  };
  return (
    <form className="flex items-center gap-1.5" onSubmit={go}>
      <input
        className="input input-sm viewer-number"
        aria-label="Página"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(current)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(null)}
      />
      <span className="tabular whitespace-nowrap text-muted">{`de ${pages}`}</span>
    </form>
  );
}

const FITS = [
  ['width', 'Ajustar al ancho'],
  ['page', 'Ajustar a la página'],
] as const;

function ZoomControls({ zoom, percent, onZoom, onStep }: Pick<PagesToolbarProps, 'zoom' | 'percent' | 'onZoom' | 'onStep'>) {
  const choose = (chosen: Zoom) => (event: { currentTarget: HTMLElement }) => {
    const menu = event.currentTarget.closest('details');
    if (menu) menu.open = false;
    menu?.querySelector('summary')?.focus();
    onZoom(chosen);
  };
  const options: readonly (readonly [Zoom, string])[] = [...FITS, ...ZOOM_STEPS.map((step) => [step, percentText(step)] as const)];
  return (
    <div className="viewer-group" role="group" aria-label="Tamaño">
      <Button look="quiet" small icon="minus" iconOnly title="Alejar (−)" onClick={() => onStep(-1)}>
        Alejar
      </Button>
      <Menu
        className="btn btn-quiet btn-sm viewer-zoom"
        label={<span className="tabular">{percentText(percent)}</span>}
        title="Tamaño"
        align="start"
      >
        {options.map(([option, label]) => (
          <button key={option} type="button" className="drop-item" aria-pressed={option === zoom} onClick={choose(option)}>
            {label}
          </button>
        ))}
      </Menu>
      <Button look="quiet" small icon="plus" iconOnly title="Acercar (+)" onClick={() => onStep(1)}>
        Acercar
      </Button>
    </div>
  );
}

function percentText(zoom: number): string {
  return `${Math.round(zoom * 100)} %`;
}

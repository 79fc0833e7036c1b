import { Dialog } from './Dialog.tsx';

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'Ir a la búsqueda de la lista'],
  ['Ctrl K', 'Buscar en todo el portal'],
  ['n', 'Crear un registro nuevo'],
  ['j', 'Fila siguiente'],
  ['k', 'Fila anterior'],
  ['Enter', 'Abrir la fila'],
  ['e', 'Editar el registro o la fila'],
  ['x', 'Seleccionar la fila'],
  ['Esc', 'Cerrar menú o ventana'],
  ['?', 'Mostrar esta lista'],
];

export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Teclas">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {KEYS.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="kbd kbd-sm">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

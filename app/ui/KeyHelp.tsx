import { Dialog } from './Dialog.tsx';

type KeyMeanings = readonly (readonly [string, string])[];

const KEYS: KeyMeanings = [
  ['/', 'Ir a la búsqueda de la lista'],
  ['Ctrl Enter', 'Guardar el formulario'],
  ['Ctrl K', 'Buscar en todo el portal'],
  ['Ctrl P', 'Imprimir, con todas las filas'],
  ['n', 'Crear un registro nuevo'],
  ['j', 'Fila siguiente'],
  ['k', 'Fila anterior'],
  ['Espacio', 'Ver la fila al lado; con ↓ y ↑ se sigue'],
  ['Enter', 'Abrir la fila'],
  ['e', 'Editar el registro o la fila'],
  ['x', 'Seleccionar la fila'],
  ['Esc', 'Cerrar menú, ventana o vista, o soltar la selección'],
  ['?', 'Mostrar esta lista'],
];

const DOCUMENT_KEYS: KeyMeanings = [
  ['AvPág', 'Página siguiente'],
  ['RePág', 'Página anterior'],
  ['Inicio', 'Primera página'],
  ['Fin', 'Última página'],
  ['+', 'Acercar'],
  ['-', 'Alejar'],
  ['r', 'Girar'],
  ['f', 'Ventana completa'],
  ['[', 'Anterior de la lista'],
  [']', 'Siguiente de la lista'],
];

export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Teclas">
      <KeyList keys={KEYS} />
      <h3 className="mt-4 mb-2">En un documento</h3>
      <KeyList keys={DOCUMENT_KEYS} />
    </Dialog>
  );
}

function KeyList({ keys }: { keys: KeyMeanings }) {
  return (
    <dl className="grid grid-cols-[6rem_1fr] items-center gap-x-4 gap-y-2">
      {keys.map(([key, meaning]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="kbd kbd-sm">{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

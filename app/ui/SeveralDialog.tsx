import { useState, type KeyboardEvent } from 'react';
import { withoutAccents } from '#server/domain/text.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ListedBox } from './inputs.tsx';

interface SeveralDialogProps {
  title: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
  onClose: () => void;
}

/** A shorter list is quicker to scan by eye. */
const SEARCHED_FROM = 10;

/** Several values of one filter: a check box for each, with a search that narrows the list. */
export function SeveralDialog({ title, options, chosen, onChoose, onClose }: SeveralDialogProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(chosen));
  const [typed, setTyped] = useState('');
  const shown = options.filter(({ label }) => plain(label).includes(plain(typed).trim()));
  const tick = (value: string, on: boolean) => setTicked(new Set([...ticked].filter((one) => one !== value).concat(on ? [value] : [])));
  const values = options.map(({ value }) => value).filter((value) => ticked.has(value));
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button look="primary" onClick={() => onChoose(values)}>
            {values.length === 0 ? 'Mostrar todo' : `Filtrar por ${values.length}`}
          </Button>
          <Button onClick={onClose}>Cancelar</Button>
        </>
      }
    >
      {options.length >= SEARCHED_FROM ? (
        <input
          type="search"
          className="input mb-2 w-full"
          placeholder="Buscar"
          aria-label={`Buscar en ${title}`}
          data-first-focus=""
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={keepForm}
        />
      ) : null}
      <div className="grid max-h-72 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {shown.map(({ value, label }) => (
          <ListedBox
            key={value}
            label={label}
            checked={ticked.has(value)}
            onChange={({ target }) => tick(value, target.checked)}
            onKeyDown={keepForm}
          />
        ))}
        {shown.length === 0 ? <p className="py-2 text-muted">Ninguna opción con ese nombre.</p> : null}
      </div>
    </Dialog>
  );
}

/** Enter would send the form around the dialog, with the values chosen before. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/** Ignores accents and case. */
const plain = (text: string) => withoutAccents(text).toLocaleLowerCase('es');

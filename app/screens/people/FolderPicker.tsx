import { useId, useState } from 'react';
import { containsTerm, searchText, searchTerms } from '#server/domain/search.ts';
import { countOf, formatCount } from '#server/domain/text.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import { useTicked } from '../forms/use-ticked.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { FolderOption } from './record-data.ts';

interface FolderPickerProps {
  label: string;
  folders: readonly FolderOption[];
  value: readonly string[];
  errors?: readonly string[] | undefined;
}

const NAME = 'briefcase_permissions';

/**
 * The folders a person may open: plain check boxes that work without JavaScript; with it there are a search, "todas", "ninguna" and a
 * count. Ticked boxes stay ticked while the search hides them.
 */
export function FolderPicker({ label, folders, value, errors = [] }: FolderPickerProps) {
  const { ticked, tick } = useTicked(`input[type=checkbox][name=${NAME}]`);
  const [typed, setTyped] = useState('');
  const chosen = ticked?.size ?? folders.filter((folder) => value.includes(folder.value)).length;
  const countId = useId();
  const errorId = `${fieldId(NAME)}-error`;
  const terms = searchTerms(typed);
  const isShown = (folder: FolderOption) => terms.every((term) => containsTerm(searchText([folder.label, folder.description]), term));
  const shown = new Set(folders.filter(isShown).map((folder) => folder.value));
  if (folders.length === 0) return <p className="text-muted">Todavía no hay carpetas en el Maletín.</p>;
  const some = typed.trim() !== '';
  return (
    <fieldset className="field" aria-describedby={`${countId} ${errors.length > 0 ? errorId : ''}`}>
      <legend className="mb-1.5 font-[550]">{label}</legend>
      {/* Tells "none ticked" apart from "field not sent". */}
      <input type="hidden" name={NAME} value="" />
      <div className="surface overflow-hidden">
        <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
          {ticked ? (
            <>
              <label className="input input-sm min-w-40 flex-1">
                <Icon name="search" className="size-3.5 text-muted" />
                <span className="sr-only">Buscar carpeta</span>
                <input
                  type="search"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                  onKeyDown={keepForm}
                  placeholder="Buscar carpeta"
                  maxLength={100}
                />
              </label>
              <Button small onClick={() => tick(true, (id) => shown.has(id))} disabled={shown.size === 0}>
                {some ? 'Marcar estas' : 'Todas'}
              </Button>
              <Button small onClick={() => tick(false, (id) => shown.has(id))} disabled={shown.size === 0}>
                {some ? 'Quitar estas' : 'Ninguna'}
              </Button>
            </>
          ) : null}
          <p id={countId} className="tabular text-muted" role="status">
            {formatCount(chosen)} de {countOf(folders.length, 'carpeta', 'carpetas')}
          </p>
        </div>
        <ul className="grid max-h-72 gap-x-2 overflow-y-auto p-1.5 sm:grid-cols-2">
          {folders.map((folder, index) => (
            <li key={folder.value} hidden={!shown.has(folder.value)}>
              <label
                className="flex cursor-pointer items-start gap-2.5 rounded-field px-2 py-1.5 hover:bg-base-200"
                title={folder.description || undefined}
              >
                <input
                  type="checkbox"
                  className="checkbox checkbox-primary mt-px"
                  name={NAME}
                  value={folder.value}
                  defaultChecked={value.includes(folder.value)}
                  id={index === 0 ? fieldId(NAME) : undefined}
                />
                <span className="min-w-0">{folder.label}</span>
              </label>
            </li>
          ))}
          {shown.size === 0 ? <li className="px-2 py-3 text-muted">Ninguna carpeta con ese nombre.</li> : null}
        </ul>
      </div>
      <FieldErrors id={errorId} errors={errors} />
    </fieldset>
  );
}

/** Enter in the search must not save the person. */
function keepForm(event: React.KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

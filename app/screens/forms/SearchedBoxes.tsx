import { useState } from 'react';
import { comparableName } from '#server/domain/names.ts';
import { describedBy, fieldId, FieldNotes } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/form-events.ts';
import { ListedBox } from '../../ui/inputs.tsx';

interface SearchedBoxesProps {
  name: string;
  label: string;
  /** Noun for a box's subject: `persona`. */
  what: string;
  offered: readonly { id: string; name: string }[];
  chosen: readonly string[];
  help?: string;
  errors?: readonly string[] | undefined;
}

/** A shorter list is quicker to scan by eye. */
const SEARCHED_FROM = 10;

/** A check box for each person, role or agency; with scripts, a search narrows the visible ones without clearing ticked ones. */
export function SearchedBoxes({ name, label, what, offered, chosen, help, errors = [] }: SearchedBoxesProps) {
  const ready = useHydrated();
  const [search, setSearch] = useState('');
  const wanted = comparableName(search);
  const id = fieldId(name);
  const notes = { id, help, errors };
  return (
    <fieldset id={id} className="field" tabIndex={-1} aria-describedby={describedBy(notes)}>
      <legend className="mb-1.5 font-[550]">{label}</legend>
      {/* Tells "none ticked" apart from "field not sent". */}
      <input type="hidden" name={name} value="" />
      {ready && offered.length > SEARCHED_FROM ? (
        <input
          type="search"
          className="input mb-2 max-w-80"
          placeholder={`Buscar ${what}`}
          aria-label={`Buscar ${what}`}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            // Enter in the search must not submit the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      ) : null}
      <div className="surface grid max-h-56 gap-x-4 overflow-y-auto p-3 sm:grid-cols-2">
        {offered.map((one) => (
          <ListedBox
            key={one.id}
            label={one.name}
            hidden={!comparableName(one.name).includes(wanted)}
            name={name}
            value={one.id}
            defaultChecked={chosen.includes(one.id)}
          />
        ))}
      </div>
      <FieldNotes {...notes} />
    </fieldset>
  );
}

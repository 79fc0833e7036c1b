import { useState } from 'react';
import { comparableName } from '#server/domain/names.ts';
import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/form-events.ts';
import { ListedBox } from '../../ui/inputs.tsx';

interface RecipientChoiceProps {
  label: string;
  people: readonly { id: string; name: string }[];
  chosen: readonly string[];
  errors?: readonly string[] | undefined;
}

/** A box for each person; with scripts a search narrows those that show, what is ticked stays. */
export function RecipientChoice({ label, people, chosen, errors = [] }: RecipientChoiceProps) {
  const ready = useHydrated();
  const [search, setSearch] = useState('');
  const wanted = comparableName(search);
  const id = fieldId('recipients');
  return (
    <fieldset id={id} className="field" tabIndex={-1} aria-describedby={`${id}-ayuda`}>
      <legend>{label}</legend>
      {/* Says that nobody was ticked, which is not the same as not asked. */}
      <input type="hidden" name="recipients" value="" />
      {ready && people.length > 10 ? (
        <input
          type="search"
          className="input mb-2 max-w-80"
          placeholder="Buscar persona"
          aria-label="Buscar persona"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            // Looking for somebody is no reason to send the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      ) : null}
      <div className="surface grid max-h-56 gap-x-4 overflow-y-auto p-3 sm:grid-cols-2">
        {people.map((person) => (
          <ListedBox
            key={person.id}
            label={person.name}
            hidden={!comparableName(person.name).includes(wanted)}
            name="recipients"
            value={person.id}
            defaultChecked={chosen.includes(person.id)}
          />
        ))}
      </div>
      <p id={`${id}-ayuda`} className="field-help">
        Reciben un correo con cada ejecución mientras puedan abrir el reporte. Sin nadie, queda solo en el portal.
      </p>
      <FieldErrors id={`${id}-error`} errors={errors} />
    </fieldset>
  );
}

import { useId, useState } from 'react';
import { DOCUMENT_ACTIONS, SET_TYPES_MAX, toGrantLines } from '#server/domain/document-permissions.ts';
import { actionLabel, typesText } from '#server/domain/document-permission-words.ts';
import { formatCount } from '#server/domain/text.ts';
import { matchTypes, type MatrixCategory } from '#server/features/roles/domain/type-matrix.ts';
import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/form-events.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MatrixTable, TriState } from './MatrixTable.tsx';
import { FEW_TYPES, shareOf, useMatrix, type Granted, type SetGrants } from './use-matrix.ts';

interface MatrixEditorProps {
  categories: readonly MatrixCategory[];
  /** Initially ticked boxes, in the format of `toGrantLines`. */
  lines: readonly string[];
  errors?: readonly string[] | undefined;
}

/**
 * Categories, their types, and a check box for each action. With scripts, closed categories are not rendered, so one control sends all
 * ticked boxes. Without scripts every box is rendered and sends itself, and `whole` says so.
 */
export function MatrixEditor({ categories, lines, errors = [] }: MatrixEditorProps) {
  const ready = useHydrated();
  const { granted, setGrants } = useMatrix(lines);
  const [search, setSearch] = useState('');
  const total = categories.reduce((count, { types }) => count + types.length, 0);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(total <= FEW_TYPES ? categories.map(({ id }) => id) : []));
  const shown = matchTypes(categories, search);
  const toggle = (id: string) =>
    setOpen((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])));
  const ticked = [...granted.values()].filter(({ size }) => size > 0).length;
  return (
    <section id={fieldId('permissions')} className="matrix max-w-240" aria-label="Permisos por tipo de documento" tabIndex={-1}>
      {ready ? (
        <>
          <input type="hidden" name="permissions" value={toGrantLines(granted).join('\n')} />
          <MatrixHead shown={shown} granted={granted} setGrants={setGrants} search={search} onSearch={setSearch} />
        </>
      ) : (
        <>
          <input type="hidden" name="partial" value="true" />
          <noscript>
            <input type="hidden" name="whole" value="true" />
          </noscript>
        </>
      )}
      <p className="mb-2 text-muted" role="status">
        {typesText(ticked)} con permisos, de {formatCount(total)}. Un conjunto admite hasta {formatCount(SET_TYPES_MAX)}.
      </p>
      <FieldErrors id={`${fieldId('permissions')}-error`} errors={errors} />
      {shown.map((category) => (
        <CategoryPart
          key={category.id}
          category={category}
          granted={granted}
          setGrants={setGrants}
          ready={ready}
          isOpen={open.has(category.id) || search !== ''}
          onToggle={search === '' ? () => toggle(category.id) : null}
        />
      ))}
      {shown.length === 0 ? <p className="text-muted">Ningún tipo coincide con lo que busca.</p> : null}
    </section>
  );
}

interface MatrixHeadProps {
  shown: readonly MatrixCategory[];
  granted: Granted;
  setGrants: SetGrants;
  search: string;
  onSearch: (search: string) => void;
}

function MatrixHead({ shown, granted, setGrants, search, onSearch }: MatrixHeadProps) {
  const keys = shown.flatMap(({ types }) => types.map(({ key }) => key));
  return (
    <div className="matrix-head">
      <input
        type="search"
        className="input max-w-72"
        placeholder="Buscar categoría o tipo"
        aria-label="Buscar categoría o tipo"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={(event) => {
          // Enter in the search must not submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <fieldset className="matrix-all">
        <legend className="sr-only">{search === '' ? 'Todos los tipos' : 'Todos los tipos mostrados'}</legend>
        <span aria-hidden className="text-muted">
          {search === '' ? 'En todos:' : 'En los mostrados:'}
        </span>
        {DOCUMENT_ACTIONS.map((action) => (
          <span key={action} className="flex items-center gap-1.5">
            <TriState
              id={`matrix-${action}`}
              label={`${actionLabel(action)} en ${search === '' ? 'todos los tipos' : 'los tipos mostrados'}`}
              share={shareOf(granted, keys, [action])}
              column={action}
              onSet={(on) => setGrants(keys, [action], on)}
            />
            <label htmlFor={`matrix-${action}`}>{actionLabel(action)}</label>
          </span>
        ))}
      </fieldset>
    </div>
  );
}

interface CategoryPartProps extends Pick<MatrixHeadProps, 'granted' | 'setGrants'> {
  category: MatrixCategory;
  ready: boolean;
  isOpen: boolean;
  /** null if it cannot be closed. */
  onToggle: (() => void) | null;
}

function CategoryPart({ category: { name, types }, granted, setGrants, ready, isOpen, onToggle }: CategoryPartProps) {
  const id = useId();
  const keys = types.map(({ key }) => key);
  const allowed = keys.filter((key) => (granted.get(key)?.size ?? 0) > 0).length;
  const summary = `${formatCount(allowed)} de ${typesText(types.length)}`;
  const table = <MatrixTable name={name} types={types} granted={granted} setGrants={setGrants} ready={ready} />;
  if (!ready && !isOpen)
    return (
      <noscript>
        <details className="matrix-category">
          <summary className="matrix-title">
            {name} ({summary})
          </summary>
          {table}
        </details>
      </noscript>
    );
  return (
    <div className="matrix-category">
      <div className="matrix-title">
        {ready ? (
          <TriState
            label={`Todo en ${name}`}
            share={shareOf(granted, keys, DOCUMENT_ACTIONS)}
            column="all"
            onSet={(on) => setGrants(keys, DOCUMENT_ACTIONS, on)}
          />
        ) : null}
        <h3 className="min-w-0">
          {ready && onToggle ? (
            <button type="button" className="matrix-toggle" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
              <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
              {name}
            </button>
          ) : (
            name
          )}
        </h3>
        <span className="ms-auto whitespace-nowrap text-muted">{summary}</span>
      </div>
      <div id={id}>{isOpen ? table : null}</div>
    </div>
  );
}

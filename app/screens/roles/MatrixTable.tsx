import { memo, type ReactNode } from 'react';
import { DOCUMENT_ACTIONS, type DocumentAction } from '#server/domain/document-permissions.ts';
import { actionLabel } from '#server/domain/document-permission-words.ts';
import type { MatrixType } from '#server/features/roles/domain/type-matrix.ts';
import { moveInMatrix } from './move-in-matrix.ts';
import { shareOf, type Granted, type SetGrants } from './use-matrix.ts';

interface TriStateProps {
  /** For a label beside the box. */
  id?: string;
  label: string;
  share: ReturnType<typeof shareOf>;
  column: string;
  isLocked?: boolean;
  onSet: (on: boolean) => void;
}

/** A check box that stands for several: indeterminate while only some are ticked. */
export function TriState({ id, label, share, column, isLocked = false, onSet }: TriStateProps) {
  return (
    <input
      type="checkbox"
      id={id}
      className="checkbox"
      aria-label={label}
      title={label}
      data-column={column}
      checked={share === 'all'}
      disabled={isLocked}
      ref={(box) => {
        if (box) box.indeterminate = share === 'some';
      }}
      onChange={({ target }) => onSet(target.checked)}
      onKeyDown={moveInMatrix}
    />
  );
}

interface MatrixTableProps {
  /** Name of the category. */
  name: string;
  types: readonly MatrixType[];
  granted: Granted;
  setGrants: SetGrants;
  /** Scripts run, so boxes that stand for several can work. */
  ready: boolean;
}

/** The types of a category with a box for each action. */
export function MatrixTable({ name, types, granted, setGrants, ready }: MatrixTableProps) {
  const keys = types.map((type) => type.key);
  return (
    <table className="matrix-table">
      <caption className="sr-only">{name}</caption>
      <MatrixHeads
        below={(action) =>
          ready ? (
            <TriState
              label={`${actionLabel(action)} en todo ${name}`}
              share={shareOf(granted, keys, [action])}
              column={action}
              onSet={(on) => setGrants(keys, [action], on)}
            />
          ) : null
        }
      />
      <tbody>
        {types.map((type) => (
          <MatrixRow key={type.key} type={type} actions={granted.get(type.key)} setGrants={setGrants} ready={ready} />
        ))}
      </tbody>
    </table>
  );
}

/** Column headings of every matrix: the type, then each action. */
export function MatrixHeads({ below }: { below?: (action: DocumentAction) => ReactNode }) {
  return (
    <thead>
      <tr>
        <th scope="col">Tipo de documento</th>
        {DOCUMENT_ACTIONS.map((action) => (
          <th key={action} scope="col">
            <span className="block">{actionLabel(action)}</span>
            {below?.(action)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface MatrixRowProps extends Pick<MatrixTableProps, 'setGrants' | 'ready'> {
  type: MatrixType;
  actions: ReadonlySet<DocumentAction> | undefined;
}

const MatrixRow = memo(function MatrixRow({ type, actions, setGrants, ready }: MatrixRowProps) {
  const { key, name, isGone } = type;
  const own = new Map(actions ? [[key, actions] as const] : []);
  return (
    <tr>
      <th scope="row">
        <span className="flex min-w-0 items-center gap-2">
          {ready ? (
            <TriState
              label={`Todo en ${name}`}
              share={shareOf(own, [key], DOCUMENT_ACTIONS)}
              column="all"
              onSet={(on) => setGrants([key], DOCUMENT_ACTIONS, on)}
            />
          ) : null}
          <span className="min-w-0 break-words">
            {name}
            {isGone ? <span className="text-muted"> (ya no existe)</span> : null}
          </span>
        </span>
      </th>
      {DOCUMENT_ACTIONS.map((action) => (
        <td key={action}>
          <input
            type="checkbox"
            className="checkbox checkbox-primary"
            name={ready ? undefined : 'p'}
            value={`${key}/${action}`}
            aria-label={`${actionLabel(action)}: ${name}`}
            data-column={action}
            checked={actions?.has(action) ?? false}
            onChange={({ target }) => setGrants([key], [action], target.checked)}
            onKeyDown={moveInMatrix}
          />
        </td>
      ))}
    </tr>
  );
});

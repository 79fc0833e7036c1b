import type { ReactNode } from 'react';
import {
  DOCUMENT_ACTIONS,
  effectivePermissions,
  type DocumentAction,
  type DocumentPermissions,
} from '#server/domain/document-permissions.ts';
import { typesText } from '#server/domain/document-permission-words.ts';
import { formatCount } from '#server/domain/text.ts';
import type { MatrixCategory } from '#server/features/roles/domain/type-matrix.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MatrixHeads } from './MatrixTable.tsx';
import { FEW_TYPES } from './use-matrix.ts';

interface MatrixPartsProps<Type extends { key: string; name: string }> {
  categories: readonly { id: string; name: string; types: readonly Type[] }[];
  /** Whether a type allows something: counted beside the category's name. */
  countOf: (type: Type) => boolean;
  allows: (type: Type, action: DocumentAction) => boolean;
  /** Details of a cell, on hover and for screen readers. */
  explain?: (type: Type, action: DocumentAction) => string;
  /** Small text under the type's name. */
  why?: (type: Type) => ReactNode;
}

/** Read-only matrix of types by action, grouped by category. */
export function MatrixParts<Type extends { key: string; name: string }>(props: MatrixPartsProps<Type>) {
  const { categories, countOf } = props;
  const total = categories.reduce((count, { types }) => count + types.length, 0);
  return (
    <div className="matrix">
      {categories.map(({ id, name, types }) => (
        <details key={id} className="matrix-category" open={total <= FEW_TYPES}>
          <summary className="matrix-title">
            {name}{' '}
            <span className="font-normal text-muted">
              ({formatCount(types.filter(countOf).length)} de {typesText(types.length)})
            </span>
          </summary>
          <PartTable {...props} name={name} types={types} />
        </details>
      ))}
    </div>
  );
}

type PartTableProps<Type extends { key: string; name: string }> = Omit<MatrixPartsProps<Type>, 'categories' | 'countOf'> & {
  name: string;
  types: readonly Type[];
};

function PartTable<Type extends { key: string; name: string }>({ name, types, allows, explain, why }: PartTableProps<Type>) {
  return (
    <table className="matrix-table">
      <caption className="sr-only">{name}</caption>
      <MatrixHeads />
      <tbody>
        {types.map((type) => (
          <tr key={type.key}>
            <th scope="row">
              {type.name}
              {why ? <span className="block text-[0.8125rem] text-muted">{why(type)}</span> : null}
            </th>
            {DOCUMENT_ACTIONS.map((action) => (
              <td key={action} title={explain?.(type, action)}>
                <Mark on={allows(type, action)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Mark({ on }: { on: boolean }) {
  return on ? (
    <Icon name="check" className="text-success" label="Sí" />
  ) : (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">No</span>
    </span>
  );
}

/** What a set effectively allows. */
export function MatrixView({ categories, permissions }: { categories: readonly MatrixCategory[]; permissions: DocumentPermissions }) {
  const counting = effectivePermissions(permissions);
  const allowed = categories
    .map((category) => ({ ...category, types: category.types.filter(({ key }) => counting.has(key)) }))
    .filter(({ types }) => types.length > 0);
  if (allowed.length === 0) return <p className="text-muted">No permite nada: quien lo tiene no ve ningún documento.</p>;
  return <MatrixParts categories={allowed} countOf={() => true} allows={({ key }, action) => counting.get(key)?.has(action) ?? false} />;
}

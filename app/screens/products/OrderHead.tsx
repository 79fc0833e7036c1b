import { withParams } from '../../ui/search-params.ts';

/** Head of the column that moves rows. */
export function OrderHead({ movable }: { movable: boolean }) {
  return movable ? (
    <th scope="col" className="order">
      Orden
    </th>
  ) : null;
}

/** Says why rows cannot be moved now, and leads back to where they can. */
export function OrderNote({
  movable,
  isActive,
  search,
  names,
}: {
  movable: boolean;
  isActive: boolean;
  search: string;
  names: readonly string[];
}) {
  if (movable || !isActive) return null;
  const cleared = Object.fromEntries(['q', 'sort', 'dir', 'isActive', ...names].map((name) => [name, null]));
  return (
    <p className="no-print mb-2 text-[0.8125rem] text-muted" data-nav="">
      El orden se cambia en la lista completa.{' '}
      <a className="text-link" href={withParams(search, cleared)}>
        Ver en su orden
      </a>
    </p>
  );
}

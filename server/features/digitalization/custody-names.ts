import type { CustodyInterval, Held } from '../../domain/custody.ts';
import type { HeldNames } from '../../domain/custody-words.ts';
import { packageCode } from '../../domain/package-code.ts';
import type { DigitalizationServices } from './create-digitalization.ts';

interface Named {
  kind: 'agency' | 'destination' | 'person';
  id: string;
  name: string;
}

/** What people, agencies and packages of custody are called by now; what is no record any more shows its id. */
export async function readCustodyNames(
  { sql }: DigitalizationServices,
  intervals: readonly Pick<CustodyInterval, 'held'>[],
): Promise<HeldNames> {
  const idsOf = (pick: (held: Held) => readonly string[]) =>
    [...new Set(intervals.flatMap(({ held }) => pick(held)))].filter((id) => id !== '');
  const { rows } = await sql.query<Named>(
    `SELECT 'person' AS kind, id, coalesce(nullif(name, ''), nullif(email, ''), id) AS name FROM usuarios WHERE id = ANY($1)
     UNION ALL SELECT 'agency', id, coalesce(nullif(nombre, ''), id) FROM agencias WHERE id = ANY($2)
     UNION ALL SELECT 'destination', p.id, coalesce(nullif(a.nombre, ''), p."agencyId") FROM packages p LEFT JOIN agencias a ON a.id = p."agencyId"
       WHERE p.id = ANY($3)`,
    [idsOf(({ userId }) => [userId]), idsOf(({ agencyId }) => [agencyId]), idsOf(({ inPackage }) => [inPackage])],
  );
  const destinations = new Map(rows.flatMap(({ kind, id, name }) => (kind === 'destination' ? [[id, name] as const] : [])));
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind}/${id}`, name]));
  const nameOf = (kind: Named['kind'], id: string) => (id === '' ? '' : (names.get(`${kind}/${id}`) ?? id));
  return {
    person: (id) => nameOf('person', id),
    agency: (id) => nameOf('agency', id),
    package: (id) => ({ code: packageCode(id), destination: destinations.get(id) ?? '' }),
  };
}

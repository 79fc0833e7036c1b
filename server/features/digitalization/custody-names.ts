import { findNames } from '../../digitized/names.ts';
import type { CustodyInterval, Held } from '../../domain/custody.ts';
import type { HeldNames } from '../../domain/custody-words.ts';
import { nameOfState, type StateName } from '../../domain/state-names.ts';
import { packageCode } from '../../domain/package-code.ts';
import type { Services } from '../../services.ts';

/** What people, agencies and packages of custody are called by now; a record that is gone shows its id. */
export async function readCustodyNames(
  services: Services,
  intervals: readonly Pick<CustodyInterval, 'held'>[],
  states: readonly StateName[],
): Promise<HeldNames> {
  const idsOf = (pick: (held: Held) => string) => intervals.map(({ held }) => pick(held));
  const names = await findNames(services, {
    usuarios: idsOf(({ userId }) => userId),
    agencias: idsOf(({ agencyId }) => agencyId),
    packages: idsOf(({ inPackage }) => inPackage),
  });
  return {
    state: (status) => nameOfState(status, states),
    person: (id) => names.of('usuarios', id),
    agency: (id) => names.of('agencias', id),
    package: (id) => ({ code: packageCode(id), destination: names.find('packages', id) ?? '' }),
  };
}

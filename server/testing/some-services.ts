import { REGISTRIES } from '../registries.ts';
import type { Services } from '../services.ts';

/** Only the services that the verbs of a test use; the others are undefined, so a verb that uses one fails. */
export function someServices({ registries, ...given }: { [Name in keyof Services]?: Partial<Services[Name]> }): Services {
  return { ...given, registries: { ...REGISTRIES, ...registries } } as Services;
}

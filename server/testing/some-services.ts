import { REGISTRIES } from '../registries.ts';
import type { Services } from '../services.ts';

/** The services that the verbs of a test take; what is left out is undefined, and a verb that takes it fails there. */
export function someServices({ registries, ...given }: { [Name in keyof Services]?: Partial<Services[Name]> }): Services {
  return { ...given, registries: { ...REGISTRIES, ...registries } } as Services;
}

/** A verb whose services are already bound. */
type Bound<Verb> = Verb extends (services: never, ...call: infer Call) => infer Result ? (...call: Call) => Result : never;

/** Binds the services to the verbs of a feature, `(services, call) => result`, so that screens pass only the call. */
export function bind<Services, Verbs extends Readonly<Record<string, (services: Services, ...call: never[]) => unknown>>>(
  services: Services,
  verbs: Verbs,
): { [Name in keyof Verbs]: Bound<Verbs[Name]> } {
  const bound = Object.entries(verbs).map(([name, verb]) => [name, (...call: never[]) => verb(services, ...call)]);
  return Object.fromEntries(bound) as { [Name in keyof Verbs]: Bound<Verbs[Name]> };
}

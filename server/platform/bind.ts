/** What a verb is once its services are given. */
type Bound<Verb> = Verb extends (services: never, ...call: infer Call) => infer Result ? (...call: Call) => Result : never;

/** The verbs of a feature, `(services, call) => result`, as screens call them: the services are given once, here. */
export function bind<Services, Verbs extends Readonly<Record<string, (services: Services, ...call: never[]) => unknown>>>(
  services: Services,
  verbs: Verbs,
): { [Name in keyof Verbs]: Bound<Verbs[Name]> } {
  const bound = Object.entries(verbs).map(([name, verb]) => [name, (...call: never[]) => verb(services, ...call)]);
  return Object.fromEntries(bound) as { [Name in keyof Verbs]: Bound<Verbs[Name]> };
}

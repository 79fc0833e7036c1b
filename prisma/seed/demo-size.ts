import { Refusal } from '#server/platform/refusal.ts';

/** Events of the Maletín in the demo's year. */
const EVENTS: Readonly<Record<string, number>> = {
  /** Every chart and report has twelve months, and the demo starts at once. */
  normal: 12_000,
  /** Makes long lists and slow reports visible. */
  large: 200_000,
};

/** How many events DEMO_SIZE asks for (`normal` unless set). @throws Refusal when there is no such size */
export function demoEvents({ DEMO_SIZE: size }: Readonly<Record<string, string | undefined>>): number {
  const events = EVENTS[size || 'normal'];
  if (events === undefined) throw new Refusal(`DEMO_SIZE no es un tamaño: ${size}. Hay: ${Object.keys(EVENTS).join(', ')}`);
  return events;
}

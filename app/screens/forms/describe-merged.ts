import type { Merged } from '#server/domain/conflict.ts';
import { countOf, joinWithAnd } from '#server/domain/text.ts';

/** How many field names fit in a notice. */
const NAMED_MAX = 3;

/** Text for the notice of a save: what others changed meanwhile and the person would not see otherwise; '' for nothing. */
export function describeMerged(merged: Merged | null, labelOf: (name: string) => string): string {
  if (!merged) return '';
  const { savedBy, fields } = merged;
  const who = savedBy?.isActor ? 'usted cambió en otra ventana' : `${savedBy?.name || 'otra persona'} cambió`;
  const labels = fields.slice(0, NAMED_MAX).map((name) => `«${labelOf(name)}»`);
  const more = fields.length > NAMED_MAX ? [countOf(fields.length - NAMED_MAX, 'dato más', 'datos más')] : [];
  return ` Mientras tanto ${who} ${joinWithAnd([...labels, ...more])}: eso también se conservó.`;
}

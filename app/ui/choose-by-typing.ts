import type { KeyboardEvent } from 'react';
import { withoutAccents } from '#server/domain/text.ts';
import { announceChange } from './form-events.ts';

/** After a pause somebody begins anew. */
const PAUSE_MS = 1_000;
/** Fewer options are seen at a glance: the browser's own way is enough. */
const MANY = 8;

let typed = '';
let typedAt = 0;

/**
 * In a long select, letters find an option by any of its words, without accents: «cob» chooses «Agencia Cobán». Browsers look at the
 * beginning alone, and all agencies begin alike.
 */
export function chooseByTyping(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, ctrlKey, altKey, metaKey, currentTarget: select, timeStamp } = event;
  if (key.length !== 1 || ctrlKey || altKey || metaKey || select.options.length < MANY) return;
  if (timeStamp - typedAt > PAUSE_MS) typed = '';
  // A blank alone opens the list.
  if (key === ' ' && typed === '') return;
  typed += plain(key);
  typedAt = timeStamp;
  const labels = [...select.options].map(({ label }) => ` ${plain(label)}`);
  const begins = labels.findIndex((label) => label.startsWith(` ${typed}`));
  const index = begins === -1 ? labels.findIndex((label) => label.includes(` ${typed}`)) : begins;
  if (index === -1) return;
  event.preventDefault();
  if (index === select.selectedIndex) return;
  select.selectedIndex = index;
  announceChange(select);
}

function plain(text: string): string {
  return withoutAccents(text).toLowerCase();
}

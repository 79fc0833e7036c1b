import { menuHref } from '#server/domain/menu.ts';
import { recordHref } from '../../record-links.ts';

export const SENT_URL = menuHref('packages-sent');
export const RECEIVED_URL = menuHref('packages-received');
export const TRANSIT_URL = '/maintenance/digitalization/packagesShips/transit';

export function sentHref(id: string, options?: Parameters<typeof recordHref>[2]): string {
  return recordHref(SENT_URL, id, options);
}

export function receivedHref(id: string, options?: Parameters<typeof recordHref>[2]): string {
  return recordHref(RECEIVED_URL, id, options);
}

export function manifestHref(id: string): string {
  return `${sentHref(id)}/manifest.pdf`;
}

/** Name of a control of a line; `place` counts from 0. */
export function lineControl(place: number, name: string): string {
  return `line.${place}.${name}`;
}

/** The values a line was opened with, in one control. */
export function wasText({ verdict, note }: { verdict: string; note: string }): string {
  return `${verdict}:${note}`;
}

/** Number of the line that the named control belongs to, counted from 1; null for other controls. */
export function lineNumber(name: string): number | null {
  const match = /^line\.(\d{1,4})\./.exec(name);
  return match ? Number(match[1]) + 1 : null;
}

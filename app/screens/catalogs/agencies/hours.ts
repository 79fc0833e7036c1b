import { withoutAccents } from '#server/domain/text.ts';

/**
 * Opening hours as rows, for the form only: documents store plain text (`Lunes a viernes 8:00 a 17:00`, one line each), as the mobile app
 * shows it.
 */
export interface HoursRow {
  /** 0 is Monday, 6 is Sunday; both ends included. */
  from: number;
  to: number;
  /** `HH:MM`, as in time inputs. */
  opens: string;
  closes: string;
}

export const DAYS = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const;
/** Maximum length in the form. */
const HOURS_MAX = 1000;
const LAST_DAY = DAYS.length - 1;
const EVERY_DAY = 'Todos los días';
const LINE = /^(\p{L}+(?: \p{L}+)*?)[:,]?\s+(?:de\s+)?(\d{1,2}):(\d{2})\s*(?:a|-|–)\s*(\d{1,2}):(\d{2})(?:\s*(?:horas|hrs?\.?))?\.?$/iu;

/** null when a line does not fit into rows: then the text is edited as text. */
export function parseHours(text: string): HoursRow[] | null {
  if (text.length > HOURS_MAX) return null;
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const rows = lines.map(parseLine);
  return rows.every((row) => row !== null) ? rows : null;
}

function parseLine(line: string): HoursRow | null {
  const match = LINE.exec(line);
  if (!match) return null;
  const [, days = '', opensHour = '', opensMinute = '', closesHour = '', closesMinute = ''] = match;
  const range = parseDays(days);
  const opens = parseTime(opensHour, opensMinute);
  const closes = parseTime(closesHour, closesMinute);
  return range && opens && closes ? { ...range, opens, closes } : null;
}

function parseDays(text: string): { from: number; to: number } | null {
  if (plain(text) === plain(EVERY_DAY)) return { from: 0, to: LAST_DAY };
  const [first = '', last = first, more] = text.split(/ a /i);
  const from = dayIndex(first);
  const to = dayIndex(last);
  return from >= 0 && to >= from && more === undefined ? { from, to } : null;
}

function dayIndex(name: string): number {
  return DAYS.findIndex((day) => plain(day) === plain(name));
}

function parseTime(hour: string, minute: string): string | null {
  return Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : null;
}

function plain(text: string): string {
  return withoutAccents(text).toLowerCase().trim();
}

export function formatHours(rows: readonly HoursRow[]): string {
  return rows.map(({ from, to, opens, closes }) => `${formatDays(from, to)} ${formatTime(opens)} a ${formatTime(closes)}`).join('\n');
}

function formatDays(from: number, to: number): string {
  if (from === 0 && to === LAST_DAY) return EVERY_DAY;
  const first = DAYS[from] ?? '';
  return to === from ? first : `${first} a ${(DAYS[to] ?? '').toLowerCase()}`;
}

function formatTime(time: string): string {
  return time.replace(/^0(?=\d)/, '');
}

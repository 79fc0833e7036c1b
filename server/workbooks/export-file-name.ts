import { formatDateTimeSeconds } from '../domain/dates.ts';
import { withoutAccents } from '../domain/text.ts';
import type { ExportFormat } from './sheet.ts';

/** A prefix plus a timestamp in Guatemala time (docs/specification.md section 9): `agencias-20261119-223004.xlsx`. Plain ASCII. */
export function exportFileName(prefix: string, format: ExportFormat, at: Date): string {
  const [day = '', time = ''] = formatDateTimeSeconds(at).split(' ');
  const stamp = `${day.split('/').reverse().join('')}-${time.replaceAll(':', '')}`;
  const ascii = withoutAccents(prefix).toLowerCase();
  const words =
    ascii
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, 60) ?? 'exportacion';
  return `${words}-${stamp}.${format}`;
}

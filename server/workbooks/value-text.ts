import { formatDate, formatDateTime } from '../domain/dates.ts';
import { formatFileSize } from '../domain/file-size.ts';
import { formatQuetzales } from '../domain/money.ts';
import { formatCount, formatShare, toDecimals } from '../domain/text.ts';
import { bytesOf, toPrimitive, wallTimeOfSerial } from './cells.ts';
import type { SheetColumn } from './sheet.ts';

/** A value as screens and paper show it; '' for none. A value that does not fit its column stays readable, as in files. */
export function valueText({ kind, decimals = 2 }: Pick<SheetColumn, 'decimals' | 'kind'>, value: unknown): string {
  const primitive = toPrimitive(value, kind);
  if (primitive === null) return '';
  if (typeof primitive === 'string') return primitive;
  switch (kind) {
    case 'integer':
      return formatCount(primitive);
    case 'decimal':
      return toDecimals(primitive, decimals);
    case 'money':
      return formatQuetzales(primitive);
    case 'percent':
      return formatShare(primitive);
    case 'bytes':
      return formatFileSize(bytesOf(primitive));
    case 'date':
      return formatDate(wallTimeOfSerial(primitive));
    case 'datetime':
      return formatDateTime(wallTimeOfSerial(primitive));
    case 'boolean':
    case 'month':
    case 'text':
      return String(primitive);
  }
}

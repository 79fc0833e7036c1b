import { formatFileSize } from '../domain/files-vocabulary.ts';
import { formatDateTime, formatDay } from '../domain/dates.ts';
import { formatQuetzales } from '../domain/money.ts';
import { formatCount, formatShare } from '../domain/text.ts';
import type { SheetColumn } from '../workbooks/sheet.ts';

/** A value as the screen shows it; '' for none. */
export function valueText({ kind, decimals = 1 }: Pick<SheetColumn, 'decimals' | 'kind'>, value: string | number | Date | null): string {
  if (value === null || value === '') return '';
  switch (kind) {
    case 'integer':
      return formatCount(Number(value));
    case 'decimal':
      return Number(value).toFixed(decimals);
    case 'money':
      return formatQuetzales(value);
    case 'percent':
      return formatShare(Number(value));
    case 'bytes':
      return formatFileSize(Number(value));
    case 'date':
      return formatDay(String(value));
    case 'datetime':
      return formatDateTime(value);
    case 'boolean':
    case 'text':
      return String(value);
  }
}

import { AppError } from '../domain/errors.ts';
import { isExportFormat, type ExportFormat } from './sheet.ts';

/** The `format` parameter of an export; xlsx when there is none. Errors: `invalid-input`. */
export function requireExportFormat(params: URLSearchParams): ExportFormat {
  const format = params.get('format') ?? 'xlsx';
  if (isExportFormat(format)) return format;
  throw new AppError('invalid-input', 'unknown export format', { userMessage: 'El formato de la exportación debe ser xlsx o csv.' });
}

import { baseText } from '../../domain/form-value.ts';
import { readOpeningHours } from '../../domain/opening-hours.ts';
import { isPhone } from '../../domain/phone.ts';
import type { CatalogDefinition } from '../definition.ts';

/** Whether an agency's texts are usable; unusable ones are reported as findings (server/features/contents). */
export const AGENCY_TEXTS: NonNullable<CatalogDefinition['computed']> = {
  hours_clear: { column: 'boolean', of: ({ horarios }) => readOpeningHours(baseText(horarios ?? null)) !== null },
  phone_clear: { column: 'boolean', of: ({ telefono }) => telefono !== '' && isPhone(baseText(telefono ?? null)) },
};

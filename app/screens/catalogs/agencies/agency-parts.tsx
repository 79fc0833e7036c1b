import type { RecordParts } from '../record-parts.ts';
import { AgencyPlace, AgencyPlacePicker } from './AgencyLocation.tsx';
import { HoursControl } from './HoursControl.tsx';

export const AGENCY_PARTS: RecordParts = {
  controls: { horarios: (control, text) => <HoursControl control={control} text={text} /> },
  formSections: { Ubicación: AgencyPlacePicker },
  recordSections: { Ubicación: AgencyPlace },
};

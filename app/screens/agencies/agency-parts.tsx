import type { DrawControls } from '../catalog/FieldControl.tsx';
import type { RecordParts } from '../catalog/record-parts.ts';
import { AgencyPlace, AgencyPlacePicker } from './AgencyLocation.tsx';
import { HoursControl } from './HoursControl.tsx';

export const AGENCY_CONTROLS: DrawControls = {
  horarios: (control, text) => <HoursControl control={control} text={text} />,
};

export const AGENCY_PARTS: RecordParts = {
  formSections: { Ubicación: AgencyPlacePicker },
  recordSections: { Ubicación: AgencyPlace },
};

import type { FieldDescription } from '#server/domain/fields.ts';
import type { DrawControl, DrawControls } from '../forms/FieldControl.tsx';
import { GalleryControl } from '../files/images/GalleryControl.tsx';
import { ImageControl } from '../files/images/ImageControl.tsx';
import { ExtraFieldLines } from './ExtraFieldLines.tsx';

/** Controls of the field kinds that only catalogs have. */
const OF_KINDS: DrawControls = {
  image: (control, text, { field }) => <ImageControl control={control} value={text} label={field.label} />,
  links: (control, text, { field }) => <GalleryControl control={control} value={text} maxItems={field.maxItems ?? 1} />,
  'extra-fields': (control, text, { errors }) => <ExtraFieldLines control={control} text={text} errors={errors} />,
};

/** The custom control of a catalog field, by its screen, else by its kind; undefined leaves it to FieldControl. */
export function drawnBy(own: DrawControls, { name, kind }: FieldDescription): DrawControl | undefined {
  return own[name] ?? OF_KINDS[kind];
}

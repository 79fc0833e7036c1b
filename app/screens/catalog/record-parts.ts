import type { ComponentType } from 'react';

/** Values as they are stored, or as they are being typed. */
export interface RecordPartProps {
  values: Readonly<Record<string, unknown>>;
}

/** What an entity's own screen adds to the catalog's form and record; everything else comes from the definition. */
export interface RecordParts {
  /** Under the fields of a section of the form, by its heading. */
  formSections?: Readonly<Record<string, ComponentType<RecordPartProps>>>;
  /** Under the facts of a section of the record. */
  recordSections?: Readonly<Record<string, ComponentType<RecordPartProps>>>;
  /** Among the actions of the record, for example a way to what belongs to it. */
  Actions?: ComponentType<{ id: string }>;
  /** Beside form and record: a preview, which follows what is being typed. */
  Aside?: ComponentType<RecordPartProps>;
}

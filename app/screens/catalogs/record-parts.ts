import type { ComponentType, ReactNode } from 'react';
import type { FieldDescription } from '#server/domain/fields.ts';
import type { CatalogRecord } from '#server/catalogs/record.ts';
import type { DrawControls } from '../forms/FieldControl.tsx';

/** Stored or currently typed values. */
export interface RecordPartProps {
  values: Readonly<Record<string, unknown>>;
}

/** What an entity's own screen adds to the catalog's form and record view; everything else comes from the definition. */
export interface RecordParts {
  /** Custom controls, by field name. */
  controls?: DrawControls;
  /** Shown under the fields of a form section, by its heading. */
  formSections?: Readonly<Record<string, ComponentType<RecordPartProps>>>;
  /** Shown under the facts of a record section, by its heading. */
  recordSections?: Readonly<Record<string, ComponentType<RecordPartProps>>>;
  /** Among the actions of the record, for example a link to related records. */
  Actions?: ComponentType<{ id: string }>;
  /** Beside form and record: a preview that follows typing. */
  Aside?: ComponentType<RecordPartProps>;
  /** Replaces the record's section cards; `kept` is the card of what the portal itself stores. */
  Facts?: ComponentType<{ record: CatalogRecord; kept: ReactNode }>;
  /** What a deactivated record loses, after "Este servicio está eliminado: ". */
  lost?: string;
}

/** The fields by section heading; '' for those without. */
export function sectionsOf(fields: readonly FieldDescription[]): [heading: string, fields: FieldDescription[]][] {
  const sections = new Map<string, FieldDescription[]>();
  for (const field of fields) sections.set(field.section, [...(sections.get(field.section) ?? []), field]);
  return [...sections];
}

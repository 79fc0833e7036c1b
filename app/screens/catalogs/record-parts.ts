import type { ComponentType, ReactNode } from 'react';
import type { FieldDescription } from '#server/domain/fields.ts';
import type { CatalogRecord } from '#server/catalogs/record.ts';
import type { DrawControls } from '../forms/FieldControl.tsx';

/** Values as they are stored, or as they are being typed. */
export interface RecordPartProps {
  values: Readonly<Record<string, unknown>>;
}

/** What an entity's own screen adds to the catalog's form and record; everything else comes from the definition. */
export interface RecordParts {
  /** Controls of its own, by field name. */
  controls?: DrawControls;
  /** Under the fields of a section of the form, by its heading. */
  formSections?: Readonly<Record<string, ComponentType<RecordPartProps>>>;
  /** Under the facts of a section of the record. */
  recordSections?: Readonly<Record<string, ComponentType<RecordPartProps>>>;
  /** Among the actions of the record, for example a way to what belongs to it. */
  Actions?: ComponentType<{ id: string }>;
  /** Beside form and record: a preview, which follows what is being typed. */
  Aside?: ComponentType<RecordPartProps>;
  /** The record as people read it, instead of a card for every section; `kept` is what the portal knows of it besides. */
  Facts?: ComponentType<{ record: CatalogRecord; kept: ReactNode }>;
  /** What a deactivated record loses, after "Este servicio está eliminado: ". */
  lost?: string;
}

/** The fields under each heading; '' for those without. */
export function sectionsOf(fields: readonly FieldDescription[]): [heading: string, fields: FieldDescription[]][] {
  const sections = new Map<string, FieldDescription[]>();
  for (const field of fields) sections.set(field.section, [...(sections.get(field.section) ?? []), field]);
  return [...sections];
}

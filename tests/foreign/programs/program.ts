import type { MappingFile } from '#server/ports/documents/mapped/mapping.ts';

export interface ForeignProgram {
  /** What such a program is. */
  about: string;
  /** Dates as Date, references as paths in text. */
  documents: readonly { database: 'main' | 'digitalization'; path: string; data: Readonly<Record<string, unknown>> }[];
  /** What a careful person writes as MAPPING_FILE. */
  truth: MappingFile;
}

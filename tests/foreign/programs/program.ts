import type { MappingFile } from '#server/ports/documents/mapped/mapping.ts';

export interface ForeignProgram {
  /** What kind of program this is. */
  about: string;
  /** Dates as Date, references as text paths. */
  documents: readonly { database: 'main' | 'digitalization'; path: string; data: Readonly<Record<string, unknown>> }[];
  /** The MAPPING_FILE that a careful person writes for it. */
  truth: MappingFile;
}

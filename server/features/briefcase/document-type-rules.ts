import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { readText, readTextList } from '../../read-model/field-readers.ts';
import * as content from '../../stored-files/check-content.ts';

/** With its article, for sentences. */
export const BRIEFCASE_TITLE = 'el Maletín';
const MEGABYTE = 1024 * 1024;

/** Errors: `unsupported-type`, naming what the type takes. */
export function requireExtension(type: StoredDocument, extension: string): void {
  const extensions = content.normalizeExtensions(readTextList(type.data, 'extensiones'));
  content.requireExtension({ title: BRIEFCASE_TITLE }, { name: readText(type.data, 'nombre') || type.id, extensions }, extension);
}

/** @param megabytes as the type's record says it. @returns bytes, never more than the portal takes */
export function maxBytesOf(megabytes: unknown, portalMaxBytes: number): number {
  return typeof megabytes === 'number' && megabytes > 0 ? Math.min(Math.floor(megabytes * MEGABYTE), portalMaxBytes) : portalMaxBytes;
}

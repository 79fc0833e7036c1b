import type { Readable } from 'node:stream';
import { AppError } from '../domain/errors.ts';
import { extensionRefusal, fileTypeOf, includesExtension, isProgramExtension } from '../domain/file-types.ts';
import { peek } from '../ports/files/inspect-stream.ts';
import { SNIFF_BYTES } from '../ports/files/sniff-content-type.ts';
import type { FileArea } from './file-area.ts';
import type { Services } from '../services.ts';

interface CheckedContent {
  /** The first SNIFF_BYTES, fewer when the file is shorter. */
  head: Buffer;
  /** The whole content, including `head`. */
  body: Readable;
  contentType: string;
  /** Extension that the name must have. */
  extension: string;
}

/**
 * Determines the file type from its first bytes, whatever its name says. Errors: `invalid-input` (empty), `unsupported-type` (a program, or
 * not what its extension claims), those of the inspection.
 * @param file the claimed extension in lower case, '' for none; `owner`: the person whose share of inspections it uses
 */
export async function checkContent(
  { inspection }: Pick<Services, 'inspection'>,
  area: Pick<FileArea, 'title'>,
  { content, extension, owner }: { content: Readable; extension: string; owner: string },
): Promise<CheckedContent> {
  const { head, body } = await peek(content, SNIFF_BYTES);
  if (head.length === 0) throw refusal('invalid-input', 'El archivo está vacío.');
  if (fileTypeOf(extension)) {
    const found = await inspection.sniff({ owner, head, extension });
    if (!found.fits) throw refusal('unsupported-type', found.reason);
    return { head, body, contentType: found.contentType, extension: found.extension };
  }
  if (isProgram(head)) throw refusal('unsupported-type', `Los programas no se admiten en ${area.title}.`);
  // An extension known only to this cooperative: stored as plain bytes, never shown in the browser.
  if (extension !== '') return { head, body, contentType: 'application/octet-stream', extension };
  const found = await inspection.detect({ owner, head, extension });
  return { head, body, contentType: found.contentType, extension: found.extension === 'bin' ? '' : found.extension };
}

/** The extensions of a record: lower case, without dots; empty when it accepts any file. */
export function normalizeExtensions(stored: readonly string[]): string[] {
  return stored.map((item) => item.trim().replace(/^\.+/, '').toLowerCase()).filter((item) => item !== '');
}

/**
 * @param accepts extensions in lower case; an empty list accepts everything but programs. Errors:
 * `unsupported-type`, naming what is accepted.
 */
export function requireExtension(
  area: Pick<FileArea, 'title'>,
  accepts: { name: string; extensions: readonly string[] },
  extension: string,
): void {
  const { extensions } = accepts;
  if (extensions.length === 0 ? !isProgramExtension(extension) : includesExtension(extensions, extension)) return;
  throw refusal(
    'unsupported-type',
    extensions.length === 0 ? `Los programas y scripts no se admiten en ${area.title}.` : extensionRefusal(accepts, extension),
  );
}

function isProgram(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 4);
  return (
    start.startsWith('MZ') ||
    start === '\x7fELF' ||
    start.startsWith('#!') ||
    ['\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe', '\xca\xfe\xba\xbe'].includes(start)
  );
}

function refusal(code: 'invalid-input' | 'unsupported-type', reason: string): AppError {
  return new AppError(code, reason, { userMessage: reason, fields: { file: [reason] } });
}

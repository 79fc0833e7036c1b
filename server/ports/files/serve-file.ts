import { boundFileName, withoutInvisible } from '../../domain/files-vocabulary.ts';

/** Common parts of answers that carry a stored file: ranges, names, and headers that keep its content from acting as the portal's own. */

export interface ByteRange {
  /** First and last byte, both inclusive. */
  start: number;
  end: number;
}

/**
 * Parses a Range header for a file of `size` bytes. 'all' for no range and for what servers may ignore (other units, several ranges,
 * invalid text); 'unsatisfiable' is answered with 416.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'all' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return 'all';
  if (match[1] === '') {
    const suffix = Number(match[2]);
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < start) return 'all';
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** RFC 6266 with the RFC 5987 form for everything beyond ASCII; no name can end the header or add another. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = withoutInvisible(boundFileName(fileName)).replace(/[/\\]/g, '').trim() || 'archivo';
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["%;]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** A stored file opened as a page may load and run nothing, whatever it contains. */
export const SANDBOX_CSP = "sandbox; default-src 'none'; frame-ancestors 'none'";
/** The same for pictures, audio and video, which need themselves and the browser's own controls. */
export const MEDIA_CSP =
  "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export function storedFileHeaders(csp: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': csp,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    // no-transform: compression by a proxy would invalidate ranges and lengths.
    'Cache-Control': 'private, no-store, no-transform',
  };
}

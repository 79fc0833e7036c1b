import type { RequestHandler } from 'express';
import { AppError } from '../../domain/errors.ts';

/** What pages show as part of themselves: pictures of contents, and pages, pictures, audio and video of files. */
const SHOWN_IN_PAGES = /^\/images\/|\/(?:pages\/\d+|view)$/;
/** What a browser fetches by itself, as a page names it; absent for programs and for browsers without Fetch Metadata. */
const BY_ITSELF: ReadonlySet<string | undefined> = new Set(['audio', 'font', 'image', 'manifest', 'script', 'style', 'track', 'video']);

/**
 * Refuses addresses that a page names as its picture or the like. Contents hold addresses of pictures that their editors write: otherwise
 * one of an export or download would make everybody who opens the list export or download it, under their own name in the audit.
 */
export function refuseEmbedding(): RequestHandler {
  return (req, _res, next) => {
    if (!BY_ITSELF.has(req.get('Sec-Fetch-Dest')) || SHOWN_IN_PAGES.test(req.path)) return next();
    next(new AppError('forbidden', 'address used as part of a page', { userMessage: 'Esta dirección no es una imagen.' }));
  };
}

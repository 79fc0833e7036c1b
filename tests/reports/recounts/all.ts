import type { Recount } from '../recounted.ts';
import { APP_RECOUNTS } from './app.ts';
import { DOCUMENT_RECOUNTS } from './documents.ts';
import { FILE_RECOUNTS } from './files.ts';
import { PEOPLE_RECOUNTS } from './people.ts';

/** By id of the report. */
export const RECOUNTS: Readonly<Record<string, Recount>> = { ...APP_RECOUNTS, ...DOCUMENT_RECOUNTS, ...FILE_RECOUNTS, ...PEOPLE_RECOUNTS };

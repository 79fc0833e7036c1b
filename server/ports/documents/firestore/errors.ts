import { GrpcStatus } from 'firebase-admin/firestore';
import { AppError } from '../../../domain/errors.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { withinTime } from '../../../platform/processes/within-time.ts';
import {
  documentConflict,
  documentExists,
  documentNotFound,
  invalidDocument,
  storeContended,
  storeUnavailable,
} from '../document-errors.ts';

/** The client library retries for minutes when the network is down; a person at a screen does not wait that long. */
export const OPERATION_TIMEOUT_MS = 20_000;

/** Runs one operation with a time limit. @throws AppError for every error that Firestore is expected to return */
export async function callFirestore<Result>(what: string, work: () => Promise<Result>, timeoutMs = OPERATION_TIMEOUT_MS): Promise<Result> {
  try {
    return await withinTime(work(), timeoutMs, () => storeUnavailable(`Firestore: ${what} took longer than ${timeoutMs} ms`, undefined));
  } catch (error) {
    throw toAppError(what, error);
  }
}

export function toAppError(what: string, error: unknown): unknown {
  if (error instanceof AppError) return error;
  switch (codeOf(error)) {
    case GrpcStatus.ALREADY_EXISTS:
      return documentExists(what);
    case GrpcStatus.NOT_FOUND:
      return documentNotFound(what);
    case GrpcStatus.FAILED_PRECONDITION:
      // The same code reports a missing index: that one is for an operator to see, and is no conflict anybody could act on.
      return isMissingIndex(error) ? error : documentConflict(what, 'precondition failed');
    case GrpcStatus.INVALID_ARGUMENT:
      return invalidDocument(`${what}: refused by Firestore`);
    case GrpcStatus.ABORTED:
      return storeContended(error);
    case GrpcStatus.DEADLINE_EXCEEDED:
    case GrpcStatus.RESOURCE_EXHAUSTED:
    case GrpcStatus.INTERNAL:
    case GrpcStatus.UNAVAILABLE:
      return storeUnavailable(`Firestore: ${what}`, error);
    default:
      return error;
  }
}

/** Whether the answer did not come in time, by our limit or Firestore's own: fewer documents may arrive. */
export function isLate(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'unavailable') return false;
  return error.cause === undefined || codeOf(error.cause) === GrpcStatus.DEADLINE_EXCEEDED;
}

/** How long Firestore keeps what it stored at one moment. */
const KEPT_MS = 3_600_000;

/** An error of a read at an earlier moment. Once that is older than an hour, every such read fails as a conflict or an invalid document. */
export function readAtError(error: unknown, moment: Date, now = new Date()): unknown {
  if (now.getTime() - moment.getTime() <= KEPT_MS) return error;
  const why = 'leer los documentos lleva más de una hora, y Firestore no conserva más tiempo lo que había en un mismo momento';
  return new Refusal(`El respaldo no terminó: ${why}. Hágalo en un equipo más rápido o más cercano a Firestore.`, { cause: error });
}

/**
 * Whether Firestore itself has aborted the transaction, for example a deadlock: nothing of it is stored. The library recognises one of
 * Firestore's two messages for this, and takes the other for invalid data.
 */
export function isTransactionGone(error: unknown): boolean {
  return codeOf(error) === GrpcStatus.INVALID_ARGUMENT && /transaction (is invalid or closed|has expired)/i.test((error as Error).message);
}

/** Whether a write was refused because the document has another version than the write requires. */
export function isPreconditionFailure(error: unknown): boolean {
  return codeOf(error) === GrpcStatus.FAILED_PRECONDITION;
}

function codeOf(error: unknown): number | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null;
}

/** For a collection group Firestore omits the text altogether; a failed precondition always has one. */
function isMissingIndex(error: unknown): boolean {
  return error instanceof Error && (error.message.includes('requires an index') || /^(9 FAILED_PRECONDITION:)?\s*$/.test(error.message));
}

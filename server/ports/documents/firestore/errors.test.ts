import { expect, it } from 'vitest';
import { isTransactionGone, readAtError, toAppError } from './errors.ts';

const failedPrecondition = (message: string) => Object.assign(new Error(message), { code: 9 });

it('maps a version mismatch to conflict', () => {
  const error = failedPrecondition('9 FAILED_PRECONDITION: the stored version (1) does not match the required base version (2)');
  expect(toAppError('agencias/a', error)).toMatchObject({ code: 'conflict' });
});

it.each(['9 FAILED_PRECONDITION: The query requires an index. You can create it here: …', '9 FAILED_PRECONDITION: '])(
  'never maps a missing index to conflict: «%s»',
  (message) => {
    const error = failedPrecondition(message);
    expect(toAppError('watch productos', error)).toBe(error);
  },
);

it('says of a backup that reads for more than an hour why it cannot be finished, and leaves earlier errors as they are', () => {
  const conflict = toAppError(
    'a page of a backup',
    failedPrecondition('9 FAILED_PRECONDITION: The requested snapshot version is too old.'),
  );
  const moment = new Date('2026-11-26T07:00:00Z');
  expect(readAtError(conflict, moment, new Date('2026-11-26T08:00:00Z'))).toBe(conflict);
  expect(readAtError(conflict, moment, new Date('2026-11-26T08:00:01Z'))).toMatchObject({
    message: expect.stringContaining('leer los documentos lleva más de una hora'),
    cause: conflict,
  });
});

it.each([
  [3, '3 INVALID_ARGUMENT: Transaction is invalid or closed.', true],
  [3, '3 INVALID_ARGUMENT: The referenced transaction has expired or is no longer valid.', true],
  [3, '3 INVALID_ARGUMENT: Document is too large.', false],
  [10, '10 ABORTED: Transaction lock timeout.', false],
])('restarts only a transaction that Firestore has dropped: %i «%s» %s', (code, message, isGone) => {
  expect(isTransactionGone(Object.assign(new Error(message), { code }))).toBe(isGone);
});

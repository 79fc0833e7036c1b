import { expect, it } from 'vitest';
import { isTransactionGone, toAppError } from './errors.ts';

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

it.each([
  [3, '3 INVALID_ARGUMENT: Transaction is invalid or closed.', true],
  [3, '3 INVALID_ARGUMENT: The referenced transaction has expired or is no longer valid.', true],
  [3, '3 INVALID_ARGUMENT: Document is too large.', false],
  [10, '10 ABORTED: Transaction lock timeout.', false],
])('restarts only a transaction that Firestore has dropped: %i «%s» %s', (code, message, isGone) => {
  expect(isTransactionGone(Object.assign(new Error(message), { code }))).toBe(isGone);
});

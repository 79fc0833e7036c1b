import { expect, it } from 'vitest';
import { toAppError } from './errors.ts';

const failedPrecondition = (message: string) => Object.assign(new Error(message), { code: 9 });

it('calls a version that does not match a conflict', () => {
  const error = failedPrecondition('9 FAILED_PRECONDITION: the stored version (1) does not match the required base version (2)');
  expect(toAppError('agencias/a', error)).toMatchObject({ code: 'conflict' });
});

it.each(['9 FAILED_PRECONDITION: The query requires an index. You can create it here: …', '9 FAILED_PRECONDITION: '])(
  'never takes a missing index for a conflict: «%s»',
  (message) => {
    const error = failedPrecondition(message);
    expect(toAppError('watch productos', error)).toBe(error);
  },
);

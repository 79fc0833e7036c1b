import type { Request } from 'express';
import { expect, it } from 'vitest';
import { testStaff } from '../../testing/test-staff.ts';
import { staffOf } from './locals.ts';

it('returns the signed-in staff, and throws unauthenticated without a session', () => {
  const asked = (staff: unknown) => ({ res: { locals: { staff } } }) as unknown as Request;
  const ana = testStaff();
  expect(staffOf(asked(ana))).toBe(ana);
  for (const request of [asked(null), {} as Request])
    expect(() => staffOf(request)).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
});

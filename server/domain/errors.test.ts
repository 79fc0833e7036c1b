import { expect, it, vi } from 'vitest';
import { AppError } from './errors.ts';

it('knows an AppError made by another copy of the module, as the bundle of screens has one', async () => {
  vi.resetModules();
  const copy = await import('./errors.ts');
  expect(copy.AppError).not.toBe(AppError);
  const error: unknown = new copy.AppError('forbidden', 'x', { userMessage: 'No.' });
  expect(error instanceof AppError && error.status).toBe(403);
  expect(new Error('x') instanceof AppError).toBe(false);
  expect(Object.create(null) instanceof AppError).toBe(false);
});

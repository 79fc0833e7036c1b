import { describe, expect, it, vi } from 'vitest';
import { conflictOf } from './conflict.ts';
import { AppError } from './errors.ts';

it('recognizes an AppError made by another copy of the module', async () => {
  vi.resetModules();
  const copy = await import('./errors.ts');
  expect(copy.AppError).not.toBe(AppError);
  const error: unknown = new copy.AppError('forbidden', 'x', { userMessage: 'No.' });
  expect(error instanceof AppError && error.status).toBe(403);
  expect(new Error('x') instanceof AppError).toBe(false);
  expect(Object.create(null) instanceof AppError).toBe(false);
});

describe('the versions of a conflict', () => {
  const failure = (code: 'conflict' | 'not-found', details?: Record<string, unknown>) =>
    new AppError(code, 'x', { userMessage: 'x', ...(details ? { details } : {}) });

  it('are read from a conflict that carries them', () => {
    expect(conflictOf(failure('conflict', { stored: { nombre: 'A' }, version: '2' }))).toEqual({ stored: { nombre: 'A' }, version: '2' });
  });

  it('are null for any other failure and for a conflict that carries only the path', () => {
    expect(
      [failure('not-found', { stored: {} }), failure('conflict'), failure('conflict', { path: 'agencias/a' }), new Error('x'), null].map(
        (error) => conflictOf(error),
      ),
    ).toEqual([null, null, null, null, null]);
  });
});

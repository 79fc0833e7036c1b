import { describe, expect, it } from 'vitest';
import { testStaff } from '../testing/test-staff.ts';
import { isDocumentId } from '../platform/document-id.ts';
import { idFromFormToken } from './form-token.ts';

const TOKEN = '0f8fad5b-d9cb-469f-a165-70867728950e';
const idOf = (id: string, collection: string, token: string) => idFromFormToken({ actor: testStaff({ id }), collection }, token);

describe('the id of a form', () => {
  it('is stable for one form, and differs by person, collection and form', () => {
    const ids = [
      idOf('ana', 'agencias', TOKEN),
      idOf('luis', 'agencias', TOKEN),
      idOf('ana', 'puestos', TOKEN),
      idOf('ana', 'agencias', `${TOKEN}x`),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(idOf('ana', 'agencias', TOKEN)).toBe(ids[0]);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
  });

  it('is null for a malformed token', () => {
    expect(['', 'short', 'x'.repeat(65), 'no/slash-in-a-token'].map((token) => idOf('ana', 'agencias', token))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('an id from outside', () => {
  it('is a single path segment without a special meaning', () => {
    expect(['', '.', '..', '__all__', 'a/b', 'a\u0000', 'a\ud800', 'x'.repeat(1_501), 'ñ'.repeat(751)].filter(isDocumentId)).toEqual([]);
    expect(['a', 'ñ', '...', '__a', 'x'.repeat(1_500), 'ñ'.repeat(750)].every(isDocumentId)).toBe(true);
  });
});

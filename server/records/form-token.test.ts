import { describe, expect, it } from 'vitest';
import { testStaff } from '../testing/test-staff.ts';
import { isDocumentId } from '../platform/document-id.ts';
import { idFromFormToken } from './form-token.ts';

const TOKEN = '0f8fad5b-d9cb-469f-a165-70867728950e';
const idOf = (id: string, collection: string, token: string) => idFromFormToken({ actor: testStaff({ id }), collection }, token);

describe('the id of a form', () => {
  it('is the same for the same form, another for another person, collection or form', () => {
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

  it('does not come from a token that none of our forms makes', () => {
    expect(['', 'short', 'x'.repeat(65), 'no/slash-in-a-token'].map((token) => idOf('ana', 'agencias', token))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('an id from outside', () => {
  it('is one segment of a path that means nothing else', () => {
    expect(['', '.', '..', '__all__', 'a/b', 'a\u0000', 'a\ud800', 'x'.repeat(201)].filter(isDocumentId)).toEqual([]);
    expect(['a', 'ñ', '...', '__a', 'x'.repeat(200)].every(isDocumentId)).toBe(true);
  });
});

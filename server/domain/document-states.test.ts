import { describe, expect, it } from 'vitest';
import { readStateNames } from './constants.ts';
import { DOCUMENT_ACTIONS, readPermissions, type PermittedPerson } from './document-permissions.ts';
import {
  ACT_RULES,
  DOCUMENT_ACTS,
  DOCUMENT_STATES,
  mayAct,
  refusalOf,
  refusalText,
  type DocumentAct,
  type DocumentState,
} from './document-states.ts';

const names = [...readStateNames({}).documents, { id: 'EN_COMITE', value: 'En comité' }];
const plain = { isActive: true, inPackage: '' };
const STATUSES = [...DOCUMENT_STATES, 'REVISION', ''] as const;

/** What docs/specification.md section 4 says, written out by hand: what each act leaves, and where it leads. */
const TABLE: Readonly<Record<DocumentAct, { from: readonly string[]; to: DocumentState | null }>> = {
  assign: { from: STATUSES, to: 'ASSIGNED' },
  return: { from: ['ASSIGNED'], to: 'RETURNED' },
  archive: { from: ['INDEXED', 'ASSIGNED', 'RETURNED', 'REVISION', ''], to: 'ARCHIVED' },
  edit: { from: STATUSES, to: null },
  retype: { from: STATUSES, to: null },
  deactivate: { from: STATUSES, to: null },
  restore: { from: STATUSES, to: null },
};

describe.each(DOCUMENT_ACTS)('%s', (act) => {
  it.each(STATUSES)('from «%s» is allowed or refused as the specification says', (status) => {
    expect(refusalOf(act, { ...plain, status }, names)).toBe(TABLE[act].from.includes(status) ? null : 'state');
    expect(ACT_RULES[act].to).toBe(TABLE[act].to);
  });

  it.each(STATUSES)('from «%s» is restricted for a deactivated document and for one in a sent package', (status) => {
    const inactive = refusalOf(act, { status, isActive: false, inPackage: '' }, names);
    expect(inactive).toBe(act === 'restore' || act === 'deactivate' ? null : 'inactive');
    const sent = refusalOf(act, { status, isActive: true, inPackage: 'p1' }, names);
    expect(sent).toBe(act === 'edit' ? null : 'in-package');
  });

  it('is refused with a message that names the document’s state or package', () => {
    const document = { name: 'Pagaré 12', status: 'ARCHIVED', isActive: true, inPackage: 'p7' };
    expect(refusalText('state', act, document, names)).toContain('«Archivado»');
    expect(refusalText('in-package', act, document, names)).toContain('p7');
    expect(refusalText('inactive', act, document, names)).toContain('eliminado');
  });

  it('requires view and edit, or only view of the holder who returns or archives', () => {
    const document = { categoryId: 'c', documentId: 't', userId: 'ana' };
    for (let bits = 0; bits < 2 ** DOCUMENT_ACTIONS.length; bits += 1) {
      const actions = DOCUMENT_ACTIONS.filter((_action, place) => bits & (1 << place));
      const views = actions.includes('view');
      for (const id of ['ana', 'luis']) {
        const holds = id === 'ana' && views && (act === 'return' || act === 'archive');
        expect([actions, id, mayAct(person(id, actions), act, document)]).toEqual([
          actions,
          id,
          (views && actions.includes('edit')) || holds,
        ]);
      }
    }
    expect(mayAct({ ...person('root', []), role: 'admin' }, act, document)).toBe(true);
    expect(mayAct(person('', ['view']), act, { ...document, userId: '' })).toBe(false);
  });
});

it('acts that move a document are refused in a state that others defined', () => {
  const theirs = { ...plain, status: 'EN_COMITE' };
  const moving = DOCUMENT_ACTS.filter((act) => ACT_RULES[act].to !== null);
  expect(moving).toEqual(['assign', 'return', 'archive']);
  for (const act of DOCUMENT_ACTS) expect(refusalOf(act, theirs, names)).toBe(ACT_RULES[act].from === 'any' ? null : 'state');
  expect(refusalText('state', 'assign', { ...theirs, name: 'Pagaré 12' }, names)).toContain('«En comité»');
});

function person(id: string, actions: readonly string[]): PermittedPerson & { id: string } {
  const permissions = readPermissions({ c: { t: [...actions] } });
  return { id, role: 'editor', permissionSetId: 's', permissionSet: { id: 's', title: 'S', agencyScope: 'all', permissions } };
}

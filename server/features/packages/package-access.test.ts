import { describe, expect, it } from 'vitest';
import { toQuery } from '../../platform/sql/sql-fragment.ts';
import { isPackageVisible, packageAccess } from './package-access.ts';

const eva = { id: 'eva', agencyId: 'norte', role: 'editor' };
const sent = { from: 'luis', agencyId: 'norte', status: 'SENT' } as const;

describe('a package exists', () => {
  it('for whose agency it was sent to, and for who sent it', () => {
    expect(isPackageVisible(eva, 'receiver', sent)).toBe(true);
    expect(isPackageVisible({ ...eva, agencyId: 'sur' }, 'receiver', sent)).toBe(false);
    expect(isPackageVisible(eva, 'sender', sent)).toBe(false);
    expect(isPackageVisible({ ...eva, id: 'luis' }, 'sender', sent)).toBe(true);
  });

  it('under what was received not before it was sent, for administrators either', () => {
    for (const role of ['editor', 'admin'])
      expect(isPackageVisible({ ...eva, role }, 'receiver', { ...sent, status: 'ENTERED' })).toBe(false);
  });

  it('to no agency, as another program may have written it, for nobody who has none', () => {
    const nobody = { ...eva, agencyId: '' };
    expect(isPackageVisible(nobody, 'receiver', { ...sent, agencyId: '' })).toBe(false);
    expect(packageAccess(nobody, 'receiver').map((where) => toQuery(where).text)).toContain('FALSE');
  });
});

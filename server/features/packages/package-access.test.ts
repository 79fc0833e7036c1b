import { describe, expect, it } from 'vitest';
import { toQuery } from '../../platform/sql/sql-fragment.ts';
import { isPackageVisible, packageAccess } from './package-access.ts';

const eva = { id: 'eva', agencyId: 'norte', role: 'editor' };
const sent = { from: 'luis', agencyId: 'norte', status: 'SENT' } as const;

describe('`isPackageVisible`', () => {
  it('shows a sent package to its receiving agency and to its sender only', () => {
    expect(isPackageVisible(eva, 'receiver', sent)).toBe(true);
    expect(isPackageVisible({ ...eva, agencyId: 'sur' }, 'receiver', sent)).toBe(false);
    expect(isPackageVisible(eva, 'sender', sent)).toBe(false);
    expect(isPackageVisible({ ...eva, id: 'luis' }, 'sender', sent)).toBe(true);
  });

  it('hides a draft from the receiving side, even from administrators', () => {
    for (const role of ['editor', 'admin'])
      expect(isPackageVisible({ ...eva, role }, 'receiver', { ...sent, status: 'ENTERED' })).toBe(false);
  });

  it('hides a package without an agency from people without an agency', () => {
    const nobody = { ...eva, agencyId: '' };
    expect(isPackageVisible(nobody, 'receiver', { ...sent, agencyId: '' })).toBe(false);
    expect(packageAccess(nobody, 'receiver').map((where) => toQuery(where).text)).toContain('FALSE');
  });
});

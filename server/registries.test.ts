import { describe, expect, it } from 'vitest';
import { REGISTRIES } from './registries.ts';

const repeated = (names: readonly string[]) => names.filter((name, place) => names.indexOf(name) !== place);

describe('what features declare', () => {
  it('comes in the order in which people see it', () => {
    const { heldKinds, inboxLists, jobs, reports, tiles } = REGISTRIES;
    expect(reports.map(({ id }) => id)).toEqual([
      'uploads-by-user',
      'downloads-by-user',
      'downloads-by-file',
      'views-by-user',
      'views-by-file',
      'prints-by-user',
      'prints-by-file',
      'user-activity',
      'quotes',
      'customers',
      'documents',
      'documents-without-file',
      'documents-returned',
      'documents-expiring',
      'packages-sent',
      'packages-received',
      'audit-activity',
      'storage',
      'document-openings',
      'role-menus',
      'permission-set-types',
      'promotions',
      'job-offers',
    ]);
    expect(inboxLists.map((list) => (typeof list === 'function' ? 'own' : list.menu))).toEqual([
      'digitalization-documents',
      'packages-received',
      'packages-sent',
      'quotes',
      'reports',
      'own',
    ]);
    expect(tiles.map(({ id }) => id)).toEqual([
      'state',
      'trends',
      'content',
      'ending',
      'waiting-quotes',
      'folders',
      'recent-files',
      'month',
      'risers',
      'agencies-quotes',
      'agencies-downloads-by-user',
      'screens',
    ]);
    expect(heldKinds.map(({ id }) => id)).toEqual(['documents', 'documents-under-way', 'drafts', 'to-receive', 'schedules']);
    expect(jobs.map(({ id }) => id)).toEqual([
      'sync-documents',
      'reconcile-read-model',
      'tidy-read-model',
      'run-read-model',
      'clean-unfinished-uploads',
      'seal-audit',
      'verify-audit',
      'publish-contents',
      'refresh-people',
      'check-addresses',
      'take-due-times',
      'perform-report-run',
      'send-report-mail',
      'write-export',
    ]);
  });

  it('is declared once', () => {
    const { exportAddresses, lists, tiles } = REGISTRIES;
    expect(repeated(exportAddresses.map(({ url }) => url))).toEqual([]);
    expect(repeated(lists.flatMap(({ searched }) => searched?.kind ?? []))).toEqual([]);
    expect(repeated(tiles.map(({ id }) => id))).toEqual([]);
  });
});

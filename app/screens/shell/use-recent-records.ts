import { useEffect } from 'react';
import { recentCookie } from '#server/domain/recent-records.ts';

/** Remembers the record that is open, for the search of everything. */
export function useRecentRecords(pathname: string, person: string): void {
  useEffect(() => {
    const cookie = recentCookie(document.cookie, person, pathname);
    if (cookie !== null) document.cookie = cookie;
  }, [pathname, person]);
}

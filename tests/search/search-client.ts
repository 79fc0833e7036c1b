import { expect } from 'vitest';
import type { SearchAnswer } from '#app/screens/search/search-data.ts';
import type { TestWeb } from '../http/test-web.ts';

const addressOf = (path: string, q: string) => `${path}?${new URLSearchParams({ q }).toString()}`;

/** Sends a global search as the administrator, or as somebody else. */
export function searchOf(web: TestWeb) {
  return {
    search: async (q: string, headers: Record<string, string> = {}): Promise<SearchAnswer> => {
      const answer = await web.getSigned(addressOf('/buscar.json', q), { headers: { Accept: 'application/json', ...headers } });
      expect(answer.status, q).toBe(200);
      return (await answer.json()) as SearchAnswer;
    },
    page: async (q: string, headers: Record<string, string> = {}): Promise<string> => {
      const answer = await web.getSigned(addressOf('/buscar', q), { headers: { Accept: 'text/html', ...headers } });
      expect(answer.status, q).toBe(200);
      return answer.text();
    },
  };
}

export const kindsOf = ({ groups }: SearchAnswer) => groups.map(({ kind }) => kind);

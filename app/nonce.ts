import { createContext, useContext } from 'react';

/** The response's CSP nonce while rendering on the server; browsers hide it from scripts, so it is empty there. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}

import { useLoaderData } from '@remix-run/react';
import type { loadProof } from './proof-data.ts';
import { ProofForm } from '../../ProofForm.tsx';

export function ProofScreen() {
  const { proof } = useLoaderData<typeof loadProof>();
  return <ProofForm proof={proof} />;
}

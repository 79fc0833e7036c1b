export { loadProof as loader, prove as action } from '../screens/account/proof-data.ts';
export { ProofScreen as default } from '../screens/account/ProofScreen.tsx';

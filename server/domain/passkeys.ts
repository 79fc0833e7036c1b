/** Challenge for the browser's passkeys; the device knows which of them may answer. JSON. */
export interface PasskeyChallenge {
  challenge: string;
}

/** Options for creating a passkey, as JSON in the shape of WebAuthn. */
export interface NewPasskey extends PasskeyChallenge {
  rp: { name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: 'public-key'; alg: number }[];
  excludeCredentials: { type: 'public-key'; id: string }[];
  authenticatorSelection: { residentKey: 'required'; requireResidentKey: true; userVerification: 'required' };
  attestation: 'none';
}

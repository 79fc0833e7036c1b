/** What a browser asks its passkeys; which of them may answer, the device knows. JSON. */
export interface AskedPasskey {
  challenge: string;
}

/** What a browser makes a new passkey of; JSON, as WebAuthn has it. */
export interface NewPasskey extends AskedPasskey {
  rp: { name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: 'public-key'; alg: number }[];
  excludeCredentials: { type: 'public-key'; id: string }[];
  authenticatorSelection: { residentKey: 'required'; requireResidentKey: true; userVerification: 'required' };
  attestation: 'none';
}

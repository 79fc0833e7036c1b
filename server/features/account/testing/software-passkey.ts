import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyChallenge, NewPasskey } from '../../../domain/passkeys.ts';

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/** A device's passkey as a server sees it: ES256, no attestation. Answers are the JSON that a browser sends. */
export function createSoftwarePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let count = 0;
  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (flags: number) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([createHash('sha256').update(new URL(origin).hostname).digest(), Buffer.from([flags]), counter]);
  };
  const envelope = (response: object) => {
    const own = id.toString('base64url');
    return JSON.stringify({ id: own, rawId: own, type: 'public-key', clientExtensionResults: {}, response });
  };
  return {
    create({ challenge }: NewPasskey): string {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const point = (text: string) => cborBytes(Buffer.from(text, 'base64url'));
      // COSE: kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]), point(x), Buffer.from([0x22]), point(y)]);
      const authData = Buffer.concat([
        head(PRESENT_AND_VERIFIED | WITH_CREDENTIAL),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ]);
      return envelope({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    answer({ challenge }: PasskeyChallenge): string {
      count += 1;
      const data = clientData('webauthn.get', challenge);
      const authData = head(PRESENT_AND_VERIFIED);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return envelope({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
}

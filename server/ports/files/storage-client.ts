import type { Storage } from '@google-cloud/storage';
import type { FirebaseProject } from '../../config.ts';

interface ClientOptions {
  project: FirebaseProject;
  /** Of an emulator, which asks for no account. */
  apiEndpoint?: string | undefined;
  /** With all retries; the library's time limit belongs to a client. */
  totalSeconds: number;
  /** One request, until its answer begins. */
  requestMs?: number | undefined;
}

/** The cloud library, with the account of a project. It is loaded only here: installations without a bucket do not pay for it. */
export async function connectStorage({ project, apiEndpoint, totalSeconds, requestMs }: ClientOptions): Promise<Storage> {
  const { Storage } = await import('@google-cloud/storage');
  const { projectId, clientEmail, privateKey } = project;
  return new Storage({
    projectId,
    ...(clientEmail && privateKey ? { credentials: { client_email: clientEmail, private_key: privateKey } } : {}),
    ...(apiEndpoint ? { apiEndpoint } : {}),
    ...(requestMs === undefined ? {} : { timeout: requestMs }),
    retryOptions: { totalTimeout: totalSeconds },
  });
}

/** The HTTP status that the library's error tells, whoever wrapped it; undefined where nobody answered. */
export function statusOf(error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
}

import type { Storage } from '@google-cloud/storage';
import type { FirebaseProject } from '../../config/config.ts';

interface ClientOptions {
  project: FirebaseProject;
  /** Address of an emulator, which needs no account. */
  apiEndpoint?: string | undefined;
  /** Includes all retries; the library's time limit is set per client. */
  totalSeconds: number;
  /** Time limit of one request until its answer begins. */
  requestMs?: number | undefined;
}

/** The cloud library with a project's account. Loaded only here: installations without a bucket do not pay for it. */
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

/** HTTP status in the library's error, even if wrapped; undefined if there was no answer. */
export function statusOf(error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
}

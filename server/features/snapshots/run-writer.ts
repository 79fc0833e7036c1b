import type { Fields, StoredDocument } from '../../documents/document-store.ts';
import { runPath } from './run-document.ts';
import type { Services } from '../../services.ts';

const PROGRESS_EVERY_MS = 1_000;

/**
 * Writes a run's document as long as nobody else does: each write expects the version of the one before, so a worker that
 * was taken for dead and comes back changes nothing. Errors: `conflict` then.
 */
export class RunWriter {
  readonly #services: Pick<Services, 'documents' | 'log' | 'readModel'>;
  readonly #id: string;
  #version: bigint;
  #last: Promise<void> = Promise.resolve();
  #toldAt = 0;

  constructor(services: Pick<Services, 'documents' | 'log' | 'readModel'>, { id, version }: StoredDocument) {
    this.#services = services;
    this.#id = id;
    this.#version = version;
  }

  /** One after another, whoever asks. */
  write(changes: Fields): Promise<void> {
    const mine = this.#last.then(() => this.#write(changes));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Now and then, and without waiting: a write that fails shows at the next one that counts. */
  tellProgress(progress: number): void {
    if (Date.now() - this.#toldAt < PROGRESS_EVERY_MS) return;
    this.#toldAt = Date.now();
    this.write({ progress }).catch((error: unknown) => this.#services.log.debug({ err: error, runId: this.#id }, 'progress of a run'));
  }

  async #write(changes: Fields): Promise<void> {
    const { documents, readModel } = this.#services;
    this.#version = await documents.main.update(runPath(this.#id), changes, { ifVersion: this.#version });
    await readModel.projectNow('main', [runPath(this.#id)]);
  }
}

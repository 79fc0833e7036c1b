import pg from 'pg';
import type { DatabaseName } from '../document-store.ts';
import { backoffMs } from '../watch-loop.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Sql } from '../../../platform/sql/sql.ts';

export interface WakeUp {
  /** Notifies every process that something was written; call it after the commit. Concurrent calls share one message. */
  announce(): void;
  /** Calls back on every announcement of any process. @returns a function that unsubscribes */
  subscribe(callback: () => void): () => void;
  close(): Promise<void>;
}

/**
 * LISTEN/NOTIFY on a dedicated connection, only to reduce latency: a lost message costs the watcher's poll interval, nothing else. NOTIFY
 * is sent after the commit, because inside the writing transaction it would make all commits queue behind one lock.
 */
export function createWakeUp({ sql, database, log }: { sql: Sql; database: DatabaseName; log: Log | undefined }): WakeUp {
  const channel = `documents_${database}`;
  const subscribers = new Set<() => void>();
  let closed = false;
  let sending: Promise<void> | null = null;
  let sendAgain = false;
  let listener: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let connecting: Promise<void> = Promise.resolve();

  const send = async (): Promise<void> => {
    do {
      sendAgain = false;
      await sql
        .query('SELECT pg_notify($1, $2)', [channel, ''])
        .catch((error: unknown) => log?.warn({ err: error, database }, 'announcing a document change failed'));
    } while (sendAgain);
    sending = null;
  };

  const wakeAll = () => {
    for (const callback of subscribers) callback();
  };

  const lose = (client: pg.Client, error: Error | null) => {
    if (listener !== client) return;
    listener = null;
    void client.end().catch(() => undefined);
    if (closed) return;
    failures += 1;
    log?.warn({ err: error, database }, 'lost the connection that listens for document changes');
    retry = setTimeout(listen, backoffMs(failures));
  };

  const listen = () => {
    // The pool's own options object: a copy would lose the password, which pg makes non-enumerable.
    const client = new pg.Client(sql.options);
    listener = client;
    client.on('error', (error: Error) => lose(client, error));
    client.on('end', () => lose(client, null));
    client.on('notification', wakeAll);
    connecting = client
      .connect()
      .then(async () => {
        await client.query(`LISTEN ${channel}`);
        failures = 0;
        // For anything announced while nobody listened.
        wakeAll();
      })
      .catch((error: Error) => lose(client, error));
  };

  return {
    announce() {
      if (closed) return;
      if (sending) sendAgain = true;
      else sending = send();
    },
    subscribe(callback) {
      subscribers.add(callback);
      if (!listener && !retry && !closed) listen();
      return () => subscribers.delete(callback);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await sending;
      await connecting;
      await listener?.end().catch(() => undefined);
      listener = null;
    },
  };
}

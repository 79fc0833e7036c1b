import type { Figure } from '../lists/figures.ts';
import type { Tile } from '../lists/tile.ts';
import type { DeclaredList } from '../lists/declared-list.ts';
import type { LinkedRows } from '../lists/linked-rows.ts';
import type { Log } from '../platform/log/log.ts';
import type { JobDefinition } from '../ports/queue/queue.ts';
import type { AnyProjection } from '../read-model/projection.ts';
import type { DerivedTables } from '../read-model/upkeep/derived-tables.ts';
import type { AlertSource } from '../records/alert-source.ts';
import type { DeclaredRecords } from '../records/declared-record.ts';
import type { Report } from '../reporting/report.ts';
import type { AnswerCall, Services } from '../services.ts';
import type { WorkKind } from '../lists/assigned-work.ts';
import type { FileArea } from '../stored-files/file-area.ts';

/** What some parts of a feature are derived from: parts of all features together. */
export interface Gathered {
  records: DeclaredRecords;
  /** In menu order. */
  reports: readonly Report[];
  stateFigures: readonly Figure[];
}

/** A constant list, or one derived from what was gathered before. */
export type Part<Value, Sources = Gathered> = readonly Value[] | ((gathered: Sources) => readonly Value[]);

/** A GET of an open page or another program, answered with the JSON of a verb; never cached. */
export interface Answer {
  /** In the syntax of a route. */
  url: string;
  read(this: void, services: Services, call: AnswerCall): Promise<object>;
}

/** What a feature has, for the registers of the whole portal (server/registries.ts), which are computed from it. */
export interface Feature {
  /** By the name that the portal gives them: `portal.<name>`. Each verb checks the permission itself. */
  verbs?: Readonly<Record<string, (services: Services) => object>>;
  records?: DeclaredRecords;
  projections?: Part<AnyProjection, Pick<Gathered, 'records'>>;
  derivedTables?: readonly DerivedTables[];
  fileAreas?: readonly FileArea[];
  reports?: Part<Report, Pick<Gathered, 'records'>>;
  lists?: Part<DeclaredList>;
  answers?: readonly Answer[];
  linkedRows?: readonly LinkedRows[];
  heldKinds?: readonly WorkKind[];
  tiles?: Part<Tile>;
  /** Figures of the tile on the state of the portal itself. */
  stateFigures?: Part<Figure, Pick<Gathered, 'records' | 'reports'>>;
  jobs?: readonly Job[];
  upkeep?: readonly Chore[];
  /** Sources of what people are alerted to. */
  alerts?: readonly AlertSource[];
}

/** Declares a feature: one such value in the `index.ts` of its folder, and one line in server/registries.ts. */
export function feature<Declared extends Feature>(declared: Declared): Declared {
  return declared;
}

export interface JobContext<Payload> {
  /** Already checked against the definition's schema. */
  payload: Payload;
  services: Services;
  log: Log;
  /** Aborted when the worker must stop: long handlers look at it between steps. */
  signal: AbortSignal;
}

/**
 * The code of one kind of job. Idempotent: a job may run twice, or begin again after a kill -9. A thrown error is retried with
 * back-off until `attempts` is used up.
 */
export type Handle<Payload> = (context: JobContext<Payload>) => Promise<unknown>;

/** What every worker repeats by itself, so that work which the queue lost continues. Any number of workers may do it at once. */
export interface Chore {
  name: string;
  /** Default: a few seconds. */
  everyMs?: number;
  work(this: void, services: Services): Promise<unknown>;
}

/** A kind of background work, and how a worker loads its code: the web only asks for it. */
export interface Job {
  definition: JobDefinition<unknown>;
  load(): Promise<Handle<never>>;
}

export function job<Payload>(definition: JobDefinition<Payload>, load: () => Promise<Handle<Payload>>): Job {
  return { definition, load };
}

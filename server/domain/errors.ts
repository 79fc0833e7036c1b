import type { MenuId } from './menu.ts';

/**
 * Expected failures. Each carries a Spanish text for people and an English one for the log, and is turned into a page, a
 * JSON problem or a failed job in one place each. Anything that is not an AppError is a defect: people then see a general
 * sentence with the request id, never the thrown text.
 */
export const STATUS_BY_CODE = {
  /** The form or request is wrong; `fields` says where. */
  'invalid-input': 400,
  unauthenticated: 401,
  /** `permission` names what is missing, in Spanish. */
  forbidden: 403,
  /** Also for records that exist but may not be seen. */
  'not-found': 404,
  /** The address exists, but not with this method. */
  'method-not-allowed': 405,
  /** Somebody else changed the record, or it already exists. */
  conflict: 409,
  'too-large': 413,
  'unsupported-type': 415,
  'too-many-requests': 429,
  /** The REST backend returned an error or an invalid response. */
  'backend-failed': 502,
  /** A dependency is down; retrying later may help. */
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

export interface AppErrorOptions {
  /** What a person reads: one or two Spanish sentences, what happened and what to do next. */
  userMessage: string;
  /** The specification's own English text (its section 5), for programs; JSON problems carry it as `message`. */
  specified?: string;
  /** Errors by field name, in Spanish, for forms. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** Spanish name of the missing permission, for `forbidden`. */
  permission?: string;
  /** The menu entry that is missing or too narrow, for `forbidden`. */
  menu?: MenuId;
  /** Path of the requested record, when a hidden one is reported as missing: only for the audit, never shown. */
  sought?: string;
  /** Seconds to wait before trying again, for `too-many-requests` and `unavailable`. */
  retryAfterSeconds?: number;
  /** Extra facts for the screen that shows the failure (JSON-serialisable, no secrets). */
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** Shared by all copies of this module. */
const BRAND = Symbol.for('portal.AppError');

export class AppError extends Error {
  /** The Remix bundle has its own copy of domain/: `instanceof` must recognise errors of both copies. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly status: number;
  readonly userMessage: string;
  readonly specified: string | undefined;
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  readonly permission: string | undefined;
  readonly menu: MenuId | undefined;
  readonly sought: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  /** @param message internal, English, for the log */
  constructor(code: ErrorCode, message: string, options: AppErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = STATUS_BY_CODE[code];
    this.userMessage = options.userMessage;
    this.specified = options.specified;
    this.fields = options.fields;
    this.permission = options.permission;
    this.menu = options.menu;
    this.sought = options.sought;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
  }
}

/** Status and headers of the response to `error`: 500 for a defect, Retry-After where retrying later may help. */
export function answerTo(error: unknown): { status: number; headers: Record<string, string> } {
  if (!(error instanceof AppError)) return { status: 500, headers: {} };
  const { status, retryAfterSeconds } = error;
  return { status, headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterSeconds)) } };
}

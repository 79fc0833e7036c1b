import { context, propagation, SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import pg from 'pg';
import { RELEASE } from './processes/release.ts';

/** The SDK drops spans that it could not export within this time; an ending process waits no longer for them either. */
const EXPORT_MS = 4_000;
const QUERY_TEXT_MAX = 500;

const tracer = trace.getTracer('portal');
let isOn = false;

/**
 * Sends spans of requests, jobs, SQL and the REST backend to a collector that speaks OTLP over HTTP; Firestore's client adds its own.
 * Without an address the SDK is not loaded. The standard variables set sampling and headers (OTEL_TRACES_SAMPLER,
 * OTEL_EXPORTER_OTLP_HEADERS). No span holds a value: routes instead of addresses, statements without parameters, no error messages.
 * @returns flushes what is left and stops tracing
 */
export async function startTracing(process: string, endpoint: string | null): Promise<() => Promise<void>> {
  if (endpoint === null) return () => Promise.resolve();
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: EXPORT_MS });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `portal-${process}`, 'service.version': RELEASE.version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  isOn = true;
  return async () => {
    isOn = false;
    await provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
    propagation.disable();
  };
}

/**
 * Runs `work` in a span, a child of the current one.
 * @param kind `asks`: it waits for another server
 */
export function traced<Result>(name: string, attributes: Attributes, work: () => Promise<Result>, kind?: 'asks'): Promise<Result> {
  if (!isOn) return work();
  return tracer.startActiveSpan(name, { attributes, kind: kind === 'asks' ? SpanKind.CLIENT : SpanKind.INTERNAL }, (span) => {
    const result = work();
    result.then(
      () => span.end(),
      (error: unknown) => fail(span, error),
    );
    return result;
  });
}

/** Headers that let a server we call continue this trace. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (isOn) propagation.inject(context.active(), headers);
  return headers;
}

/**
 * Starts a new trace for every request: callers from outside do not decide what is traced.
 * @param routeOf the route, never the address, which holds ids and search terms
 */
export function traceRequests(routeOf: (...about: Parameters<RequestHandler>) => string): RequestHandler {
  return (req, res, next) => {
    if (!isOn) return next();
    const span = tracer.startSpan(req.method, { kind: SpanKind.SERVER, root: true, attributes: { 'http.request.method': req.method } });
    res.once('close', () => {
      const route = routeOf(req, res, next);
      span.updateName(`${req.method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': res.statusCode });
      if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(context.active(), span), next);
  };
}

function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
  span.end();
}

/** For a pool: makes each statement a span. */
export function tracedClient(): { Client: typeof pg.Client } | undefined {
  return isOn ? { Client: TracedClient } : undefined;
}

const { query: plain } = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };

class TracedClient extends pg.Client {}
TracedClient.prototype.query = traceQuery as typeof pg.Client.prototype.query;

/** pg's query has a dozen signatures; only a callback at the end or a promise matters here. */
function traceQuery(this: pg.Client, ...args: unknown[]): unknown {
  const [what] = args;
  const text = typeof what === 'string' ? what : (what as { text?: unknown } | null)?.text;
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': String(text).slice(0, QUERY_TEXT_MAX) };
  const span = tracer.startSpan('SQL', { kind: SpanKind.CLIENT, attributes });
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const boundCallback = context.bind(context.active(), callback as (error: unknown, result: unknown) => void);
    return plain.call(this, ...args.slice(0, -1), (error: unknown, result: unknown) => {
      if (error) fail(span, error);
      else span.end();
      boundCallback(error, result);
    });
  }
  const result = plain.apply(this, args);
  Promise.resolve(result instanceof Promise ? result : null).then(
    () => span.end(),
    (error: unknown) => fail(span, error),
  );
  return result;
}

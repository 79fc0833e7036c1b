import { ofName, type Noun } from './grammar.ts';
import { countOf } from './text.ts';

/** Page where a person reads their alerts (docs/decisions/107-alerts.md). */
export const ALERTS_URL = '/avisos';

/** Redirects to the record of the alert, if the person may still open it. */
export function alertUrl(id: string): string {
  return `${ALERTS_URL}/${encodeURIComponent(id)}`;
}

/** How long they are kept, read or not. */
export const ALERT_RETENTION_DAYS = 60;
/** The unread count stops here. */
export const UNREAD_MAX = 100;

export const ALERT_KINDS = [
  'assigned',
  'arrived',
  'received',
  'returned',
  'mention',
  'reading',
  'contact',
  'report-failed',
  'bulk-ended',
  'expires',
  'security',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

interface KindWords {
  /** The label under which people choose it. */
  label: string;
  /** `who` is '' when nobody acted. `name` includes its article: `el paquete PQ-1`. */
  one: (who: string, name: string) => string;
  /** For a bulk act; `things` is the count with its noun: `3 documentos`. */
  many: (who: string, count: number, things: string) => string;
}

export const ALERT_WORDS: Readonly<Record<AlertKind, KindWords>> = {
  assigned: {
    label: 'Le asignan documentos o prospecciones',
    one: (who, name) => `${who} le asignó ${name}.`,
    many: (who, _count, things) => `${who} le asignó ${things}.`,
  },
  arrived: {
    label: 'Envían un paquete a su agencia',
    one: (who, name) => `${who} envió ${name} a la agencia de usted.`,
    many: (who, count) => `${who} envió ${countOf(count, 'paquete', 'paquetes')} a la agencia de usted.`,
  },
  received: {
    label: 'Reciben un paquete que usted envió',
    one: (who, name) => `${who} recibió ${name}.`,
    many: (who, count) => `${who} recibió ${countOf(count, 'paquete', 'paquetes')} de los que usted envió.`,
  },
  returned: {
    label: 'Le devuelven un documento o un paquete',
    one: (who, name) => `${who} devolvió ${name}.`,
    many: (who, count) => `${who} le devolvió ${countOf(count, 'registro', 'registros')}.`,
  },
  mention: {
    label: 'Le mencionan en una nota',
    one: (who, name) => `${who} le mencionó en una nota ${ofName(name)}.`,
    many: (who, count) => `${who} le mencionó en ${countOf(count, 'nota', 'notas')}.`,
  },
  reading: {
    label: 'Debe leer un archivo del Maletín',
    one: (_who, name) => `Debe leer ${name}.`,
    many: (_who, count) => `Debe leer ${countOf(count, 'archivo', 'archivos')}.`,
  },
  contact: {
    label: 'Le toca llamar a alguien de una prospección',
    one: (_who, name) => `Ya le toca el contacto ${ofName(name)}.`,
    many: (_who, count) => `Ya le tocan ${countOf(count, 'contacto', 'contactos')} de prospecciones.`,
  },
  'report-failed': {
    label: 'Falla un reporte suyo',
    one: (_who, name) => `Falló ${name}.`,
    many: (_who, count) => `Fallaron ${countOf(count, 'reporte', 'reportes')}.`,
  },
  'bulk-ended': {
    label: 'Termina una acción suya sobre muchos registros',
    one: (_who, name) => `Terminó ${name}.`,
    many: (_who, count) => `Terminaron ${countOf(count, 'acción', 'acciones')} sobre muchos registros.`,
  },
  expires: {
    label: 'Vence un contenido que usted guardó, o un documento que tiene asignado',
    one: (_who, name) => `En menos de una semana vence ${name}.`,
    many: (_who, _count, things) => `En menos de una semana vencen ${things}.`,
  },
  security: {
    label:
      'Entradas rechazadas o desde una red nueva, un segundo factor restablecido, un rol con más permisos, personas que el servidor de usuarios ya no tiene o muchos asociados exportados (quienes abren la auditoría)',
    one: (_who, name) => `Seguridad: ${name}.`,
    many: (_who, count) => `Seguridad: ${countOf(count, 'hecho', 'hechos')} de la auditoría.`,
  },
};

interface AlertFacts {
  kind: AlertKind;
  actor: string;
  name: string;
  count: number;
}

/** `noun` names the kind of record. */
export function alertText({ kind, actor, name, count }: AlertFacts, noun: Pick<Noun, 'plural' | 'singular'> = ANY_RECORD): string {
  const { one, many } = ALERT_WORDS[kind];
  return count > 1 ? many(actor, count, countOf(count, noun.singular, noun.plural)) : one(actor, name);
}

const ANY_RECORD = { singular: 'registro', plural: 'registros' };

/** How alerts of a kind are sent by e-mail. */
export const ALERT_MAILS = ['none', 'now', 'daily'] as const;
export type AlertMail = (typeof ALERT_MAILS)[number];

export const ALERT_MAIL_LABELS: Readonly<Record<AlertMail, string>> = { none: 'No', now: 'Al momento', daily: 'Una vez al día, a las 7' };

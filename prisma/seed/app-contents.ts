import { formatDate, dayOf, addDays } from '#server/domain/dates.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import type { SeedDocument } from './demo-data.ts';
import { pictureUrl } from './pictures.ts';
import type { Random } from './random.ts';
import { EDUCATION, JOB_OFFERS, JOB_POSITIONS, MEMBERSHIP_STEPS, PROMOTIONS } from './app-vocabulary.ts';

const DAY_MS = 86_400_000;

interface Setting {
  random: Random;
  today: Date;
  publicUrl: URL;
  agencyIds: readonly string[];
}

/** Vacancies, promotions, education, steps to become a member and job positions. */
export function makeAppContents(setting: Setting): SeedDocument[] {
  return [
    ...makeJobOffers(setting),
    ...makePromotions(setting),
    ...makeEducation(setting),
    ...makeSteps(setting),
    ...makePositions(setting),
  ];
}

function makeJobOffers({ random, today, agencyIds }: Setting): SeedDocument[] {
  return JOB_OFFERS.map(([nombre, nivelAcademico, perfilDeseado], index) => {
    const at = new Date(today.getTime() - (index * 9 + 2) * DAY_MS);
    const fields = {
      nombre,
      nivelAcademico,
      perfilDeseado,
      agencia: random.pick(agencyIds),
      fecha: formatDate(at),
      fechaPapeleria: addDays(dayOf(at), random.between(10, 25)),
      queOfrecemos: 'Salario competitivo\nPrestaciones de ley\nCapacitación constante\nSeguro de vida',
      estado: index < 9,
    };
    return contents('plazas_vacantes/plaza', fields, index, at);
  });
}

function makePromotions({ today, publicUrl }: Setting): SeedDocument[] {
  return PROMOTIONS.map(([nombre, descripcion, startsIn, lasts], index) => {
    const from = lasts > 0 ? addDays(dayOf(today), startsIn) : '';
    const fields = {
      nombre,
      descripcion,
      estado: index !== 5,
      image_url: index === 7 ? '' : pictureUrl(publicUrl, 'promocion', index),
      vigenciaDesde: from,
      vigenciaHasta: from === '' ? '' : addDays(from, lasts),
    };
    return contents('promociones/promocion', fields, index, new Date(today.getTime() - (index * 14 + 3) * DAY_MS));
  });
}

function makeEducation({ today, publicUrl }: Setting): SeedDocument[] {
  return EDUCATION.map(([titulo, descripcion], index) => {
    const film = index % 3 === 2;
    const fields = {
      titulo,
      descripcion,
      image_url: film ? '' : pictureUrl(publicUrl, 'tema', index),
      // One is on a host that only the office can reach.
      video_url: film ? `${index === 5 ? 'http://192.168.10.5' : 'https://videos.demo.coop'}/educacion-${index + 1}` : '',
      // Two were deleted before the last one.
      orden: index === EDUCATION.length - 1 ? index + 3 : index + 1,
      estado: true,
    };
    return contents('educacion_cooperativista/tema', fields, index, new Date(today.getTime() - (200 - index) * DAY_MS));
  });
}

function makeSteps({ today, publicUrl }: Setting): SeedDocument[] {
  return MEMBERSHIP_STEPS.map(([titulo, descripcion], index) => {
    const fields = {
      titulo,
      descripcion,
      image_url: pictureUrl(publicUrl, 'tema', index + 2),
      video_url: '',
      orden: index + 1,
      estado: true,
    };
    return contents('como_asociarse/paso', fields, index, new Date(today.getTime() - (300 - index) * DAY_MS));
  });
}

function makePositions({ today }: Setting): SeedDocument[] {
  return JOB_POSITIONS.map(([nombre, descripcion], index) =>
    contents('puestos/puesto', { nombre, descripcion, estado: true }, index, new Date(today.getTime() - (390 - index) * DAY_MS)),
  );
}

function contents(prefix: string, data: Fields, index: number, at: Date): SeedDocument {
  return { path: `${prefix}-${String(index + 1).padStart(2, '0')}`, data: { ...data, isActive: true, createdAt: at, updatedAt: at }, at };
}

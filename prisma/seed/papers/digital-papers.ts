import * as account from './account-papers.ts';
import * as credit from './credit-papers.ts';
import type { Facts } from './facts.ts';
import * as identification from './identification-papers.ts';
import * as institution from './institution-papers.ts';
import * as legal from './legal-papers.ts';
import type { Paper } from './paper.ts';
import * as texts from './texts.ts';
import { balanceWorkbook } from './workbooks.ts';

type Draw = (paper: Paper, facts: Facts) => void;

export interface DigitalPaper {
  draw: Draw;
  /** Scanned from paper: its PDF holds pictures, as its TIFF and JPEG do. */
  isScanned: boolean;
}

const scanned = (draw: Draw): DigitalPaper => ({ draw, isScanned: true });
const printed = (draw: Draw): DigitalPaper => ({ draw, isScanned: false });
const minutesOf = (body: string, kind: string): DigitalPaper =>
  scanned((paper, facts) => institution.minutes(paper, institution.meetingOf(body, kind, facts), facts));

const COUNCIL = ['Consejo de Administración', 'Sesión ordinaria'] as const;
const SUPERVISION = ['Comisión de Vigilancia', 'Sesión ordinaria'] as const;
const ASSEMBLY = ['Asamblea General', 'Asamblea ordinaria de asociados'] as const;

/** What a document of each type of the demo looks like, by the name of the type. */
export const DIGITAL_PAPERS: Readonly<Record<string, DigitalPaper>> = {
  'Solicitud de crédito': scanned(credit.creditRequest),
  Pagaré: scanned(credit.promissoryNote),
  'Resolución de crédito': printed(credit.resolution),
  'Estado patrimonial': printed(credit.balanceSheet),
  Avalúo: printed(credit.appraisal),
  'Carta de saldo': printed(credit.balanceLetter),
  Finiquito: scanned(credit.creditRelease),
  DPI: scanned(identification.identityCard),
  'Recibo de servicios': scanned(identification.utilityBill),
  'Constancia de ingresos': scanned(identification.incomeProof),
  RTU: printed(identification.taxRegistration),
  'Formulario de inicio de relaciones': scanned(identification.relationshipForm),
  'Contrato de cuenta': scanned(account.accountContract),
  'Certificado de plazo fijo': scanned(account.termCertificate),
  'Registro de firmas': scanned(account.signatureCard),
  'Autorización de débito': scanned(account.debitAuthorization),
  'Boleta de depósito': scanned(account.depositSlip),
  'Escritura pública': scanned(legal.publicDeed),
  Hipoteca: scanned(legal.mortgage),
  'Poder o mandato': scanned(legal.powerOfAttorney),
  Demanda: scanned(legal.lawsuit),
  'Convenio de pago': scanned(legal.paymentAgreement),
  'Acta del Consejo de Administración': minutesOf(...COUNCIL),
  'Acta de la Comisión de Vigilancia': minutesOf(...SUPERVISION),
  'Acta de asamblea': minutesOf(...ASSEMBLY),
  'Memoria de labores': printed(institution.annualReport),
  'Contrato de trabajo': scanned(institution.employmentContract),
  Currículum: printed(institution.curriculum),
  'Constancia de vacaciones': printed(institution.vacationProof),
  'Finiquito laboral': scanned(institution.employmentRelease),
};

const meetingDocx = (meeting: readonly [body: string, kind: string]) => (facts: Facts) =>
  texts.makeDocx(texts.meetingParagraphs(institution.meetingOf(...meeting, facts)));

/** Types that people also write with Word or Excel. */
export const OFFICE_PAPERS: Readonly<Record<string, (facts: Facts) => Buffer | Promise<Buffer>>> = {
  'Estado patrimonial': balanceWorkbook,
  'Acta del Consejo de Administración': meetingDocx(COUNCIL),
  'Acta de la Comisión de Vigilancia': meetingDocx(SUPERVISION),
  'Acta de asamblea': meetingDocx(ASSEMBLY),
  Currículum: (facts) => texts.makeDocx(texts.curriculumParagraphs(facts)),
};

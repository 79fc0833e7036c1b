import ExcelJS from 'exceljs';
import { COOPERATIVE, MADE_AT, monthsLater, MONTHS, shortDate, type Facts } from './facts.ts';
import { patrimony } from './credit-papers.ts';

const CURRENCY = '"Q"#,##0.00';
const PERCENT = '0.00%';

interface SheetColumn {
  title: string;
  width: number;
  format?: string;
}

interface Table {
  title: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly (number | string)[])[];
  /** Numbers of the columns (from 1) that are summed in a last row. */
  sums?: readonly number[];
}

async function makeWorkbook({ title, columns, rows, sums = [] }: Table): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = COOPERATIVE;
  workbook.created = workbook.modified = MADE_AT;
  const sheet = workbook.addWorksheet(title.slice(0, 31), { views: [{ state: 'frozen', ySplit: 3 }] });
  sheet.addRow([title]).font = { bold: true, size: 14 };
  sheet.addRow([COOPERATIVE]);
  const head = sheet.addRow(columns.map((column) => column.title));
  head.font = { bold: true, color: { argb: 'FFFFFFFF' } };
  head.eachCell((cell) => (cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1B5E4A' } }));
  for (const row of rows) sheet.addRow([...row]);
  if (sums.length > 0) {
    const last = head.number + rows.length;
    const total = sheet.addRow(['Total']);
    total.font = { bold: true };
    for (const column of sums) {
      const letter = sheet.getColumn(column).letter;
      const result = rows.reduce((sum, row) => sum + Number(row[column - 1]), 0);
      total.getCell(column).value = { formula: `SUM(${letter}${head.number + 1}:${letter}${last})`, result };
    }
  }
  columns.forEach(({ width, format }, index) => {
    const column = sheet.getColumn(index + 1);
    column.width = width;
    if (format) column.numFmt = format;
  });
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

const amount = (title: string): SheetColumn => ({ title, width: 18, format: CURRENCY });
const words = (title: string, width = 30): SheetColumn => ({ title, width });

export function cashCount({ random }: Facts): Promise<Buffer> {
  const rows = [200, 100, 50, 20, 10, 5, 1, 0.5, 0.25].map((value) => {
    const count = random.between(4, 160);
    return [value >= 5 ? 'Billete' : 'Moneda', value, count, value * count];
  });
  return makeWorkbook({
    title: 'Cuadre de caja',
    columns: [
      words('Clase', 14),
      { title: 'Denominación', width: 16, format: CURRENCY },
      { title: 'Cantidad', width: 12 },
      amount('Total'),
    ],
    rows,
    sums: [4],
  });
}

export function budget({ random }: Facts): Promise<Buffer> {
  const lines = [
    'Sueldos y prestaciones',
    'Alquileres',
    'Energía y agua',
    'Papelería y útiles',
    'Seguridad',
    'Mercadeo',
    'Capacitación',
    'Mantenimiento',
  ];
  return makeWorkbook({
    title: 'Presupuesto',
    columns: [
      words('Rubro', 28),
      amount('Presupuesto anual'),
      amount('Ejecutado'),
      amount('Disponible'),
      { title: 'Ejecución', width: 12, format: PERCENT },
    ],
    rows: lines.map((line) => {
      const [planned, share] = [random.between(40, 900) * 1_000, random.between(35, 98) / 100];
      const spent = Math.round(planned * share);
      return [line, planned, spent, planned - spent, share];
    }),
    sums: [2, 3, 4],
  });
}

export function arrears(facts: readonly Facts[]): Promise<Buffer> {
  return makeWorkbook({
    title: 'Cartera en mora',
    columns: [
      words('Crédito', 16),
      words('Asociado', 36),
      words('Teléfono', 14),
      { title: 'Días de mora', width: 14 },
      amount('Saldo'),
      amount('Cuotas atrasadas'),
    ],
    rows: facts.map(({ creditNumber, member, random, amount: lent, instalment }) => {
      const days = random.between(5, 190);
      return [
        creditNumber,
        member.name,
        member.phone,
        days,
        Math.round(lent * 0.62),
        Math.round(instalment * Math.ceil(days / 30) * 100) / 100,
      ];
    }),
    sums: [5, 6],
  });
}

export function savingsGoals({ random }: Facts): Promise<Buffer> {
  return makeWorkbook({
    title: 'Metas de captación',
    columns: [words('Mes', 16), amount('Meta'), amount('Captado'), { title: 'Cumplimiento', width: 14, format: PERCENT }],
    rows: MONTHS.map((month, index) => {
      const goal = 400_000 + index * 25_000;
      const reached = Math.round(goal * (0.8 + random.next() * 0.35));
      return [month, goal, reached, reached / goal];
    }),
    sums: [2, 3],
  });
}

export function inventory({ random, date }: Facts): Promise<Buffer> {
  const goods = [
    'Computadora de escritorio',
    'Impresora multifunción',
    'Silla ejecutiva',
    'Caja fuerte',
    'Aire acondicionado',
    'Archivo de metal',
    'Contadora de billetes',
    'Motocicleta',
    'Planta eléctrica',
    'Mostrador',
  ];
  return makeWorkbook({
    title: 'Inventario de activos',
    columns: [
      words('Código', 14),
      words('Descripción', 30),
      words('Responsable', 22),
      words('Compra', 14),
      amount('Costo'),
      amount('Depreciación'),
      amount('Valor en libros'),
    ],
    rows: goods.map((name, index) => {
      const [cost, years] = [random.between(8, 240) * 100, random.between(1, 4)];
      const worn = Math.round(cost * 0.2 * years);
      const responsible = random.pick(['Jefatura de agencia', 'Informática', 'Operaciones']);
      return [`ACT-${1_001 + index}`, name, responsible, shortDate(monthsLater(date, -12 * years)), cost, worn, cost - worn];
    }),
    sums: [5, 6, 7],
  });
}

export function payroll(facts: readonly Facts[]): Promise<Buffer> {
  return makeWorkbook({
    title: 'Planilla',
    columns: [
      words('Colaborador', 36),
      words('Puesto', 24),
      amount('Sueldo'),
      amount('Bonificación'),
      amount('Seguro social'),
      amount('Líquido'),
    ],
    rows: facts.map(({ member, income, random }) => {
      const insurance = Math.round(income * 4.83) / 100;
      return [
        member.name,
        random.pick(['Receptor pagador', 'Ejecutivo de créditos', 'Auxiliar', 'Jefe de agencia']),
        income,
        250,
        insurance,
        income + 250 - insurance,
      ];
    }),
    sums: [3, 4, 5, 6],
  });
}

export function balanceWorkbook(facts: Facts): Promise<Buffer> {
  const { assets, debts } = patrimony(facts);
  return makeWorkbook({
    title: 'Estado patrimonial',
    columns: [words('Clase', 12), words('Concepto', 32), amount('Activo'), amount('Pasivo')],
    rows: [...assets.map(([name, value]) => ['Activo', name, value, 0]), ...debts.map(([name, value]) => ['Pasivo', name, 0, value])],
    sums: [3, 4],
  });
}

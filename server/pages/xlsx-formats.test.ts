import { describe, expect, it } from 'vitest';
import { formatCell, parseFormat } from './xlsx-formats.ts';

describe('a cell of a workbook', () => {
  it.each([
    ['1234.5', 'General', '1234.5'],
    ['0.30000000000000004', 'General', '0.3'],
    ['1234.5', '#,##0.00', '1,234.50'],
    ['-1234.5', '#,##0.00;[Red]-#,##0.00', '-1,234.50'],
    ['1234.5', '"Q"#,##0.00', 'Q1,234.50'],
    ['1234.5', '[$Q-100A]#,##0.00', 'Q1,234.50'],
    ['1234.5', '\\Q#,##0.00', 'Q1,234.50'],
    ['0.125', '0.0%', '12.5%'],
    ['45981', 'dd/mm/yyyy', '20/11/2025'],
    ['45981.75', 'dd/mm/yyyy hh:mm', '20/11/2025 18:00'],
    ['0.5', 'hh:mm', '12:00'],
    ['60', 'd-mmm-yy', '28/02/1900'],
    ['20126', '0', '20126'],
    ['texto', '0.00', 'texto'],
    ['', '0.00', ''],
    ['1e400', '0.00', '1e400'],
    ['1e300', 'dd/mm/yyyy', '1e+300'],
  ])('%s as %s is shown as %s', (value, code, shown) => {
    expect(formatCell(value, parseFormat(code), false)).toBe(shown);
  });

  it('counts days from 1904 when the workbook does', () => {
    expect(formatCell('0', parseFormat('dd/mm/yyyy'), true)).toBe('01/01/1904');
  });
});

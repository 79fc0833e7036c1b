import { benchWorkbooks } from './workbooks.ts';
import { benchReports } from './reports.ts';
const t = performance.now();
const f = process.argv[2] === 'w' ? benchWorkbooks : benchReports;
for (const r of await f({ quick: process.argv[3] === 'quick' })) console.log(r.holds ? 'ok ' : 'NO ', r.group, '|', r.what, '|', r.measured, r.limit);
console.log(Math.round((performance.now() - t) / 1000), 's');

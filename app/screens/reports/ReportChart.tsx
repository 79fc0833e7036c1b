import { Card } from '../../ui/Card.tsx';

interface ReportChartProps {
  title: string;
  /** The same bars for a desk and for a phone. */
  charts: { wide: string; narrow: string };
}

/** The one picture that answers the question. Drawn by server/reporting/report-chart.ts, which lets nothing but shapes and escaped text through. */
export function ReportChart({ title, charts }: ReportChartProps) {
  return (
    <Card title={title} className="mb-4">
      <div className="max-w-250 max-lg:hidden print:block" dangerouslySetInnerHTML={{ __html: charts.wide }} />
      <div className="max-w-92 lg:hidden print:hidden" dangerouslySetInnerHTML={{ __html: charts.narrow }} />
    </Card>
  );
}

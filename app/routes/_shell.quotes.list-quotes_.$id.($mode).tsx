import { useLoaderData } from '@remix-run/react';
import { FreshForm } from '../screens/forms/FreshForm.tsx';
import type { loadQuote } from '../screens/quotes/quote-data.ts';
import { NewQuote, QuoteCare } from '../screens/quotes/QuoteForms.tsx';
import { QuoteRecord } from '../screens/quotes/QuoteRecord.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnQuote as action, loadQuote as loader } from '../screens/quotes/quote-data.ts';

export default function QuoteRoute() {
  const data = useLoaderData<typeof loadQuote>();
  if (data.screen === 'new')
    return (
      <FreshForm token={data.formToken} given={data} bySearch>
        {(given) => <NewQuote data={given} />}
      </FreshForm>
    );
  return data.screen === 'edit' ? <QuoteCare data={data} /> : <QuoteRecord data={data} />;
}

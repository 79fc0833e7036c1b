export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnQuote as action, loadQuote as loader } from '../screens/quotes/quote-data.ts';
export { QuoteRecord as default } from '../screens/quotes/QuoteRecord.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { QuoteRecord as default } from '../screens/quotes/QuoteRecord.tsx';
export { actOnQuote as action, loadQuote as loader } from '../screens/quotes/record-data.ts';

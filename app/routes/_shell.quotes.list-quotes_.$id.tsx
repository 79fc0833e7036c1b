export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnQuote as action, loadQuote as loader, QuoteRecord as default } from '../screens/quotes/QuoteRecord.tsx';

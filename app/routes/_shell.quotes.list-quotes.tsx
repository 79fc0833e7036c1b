export { loadQuoteList as loader, QuoteList as default } from '../screens/quotes/QuoteList.tsx';

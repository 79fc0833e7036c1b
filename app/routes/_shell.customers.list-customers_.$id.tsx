export { actOnCustomer as action } from '../screens/customers/act-on-customer.ts';
export { CustomerRecord as default, loadCustomer as loader } from '../screens/customers/CustomerRecord.tsx';
export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

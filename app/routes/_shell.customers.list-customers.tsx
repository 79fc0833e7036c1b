export { CustomerList as default, loadCustomerList as loader } from '../screens/customers/CustomerList.tsx';
export { actOnCustomer as action } from '../screens/customers/act-on-customer.ts';
export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

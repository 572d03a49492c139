export { vendorAddresses } from './vendor-addresses';

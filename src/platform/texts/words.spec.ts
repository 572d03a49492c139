import { orSuggest, suggestion } from './words';

const WORDS = ['name', 'description', 'slug', 'list.start_date'];

describe('suggestion', () => {
  it.each([
    ['nmae', 'name'],
    ['desciption', 'description'],
    ['Slug', 'slug'],
    ['start_date', 'list.start_date'],
  ])('for %s is %s', (word, suggested) => {
    expect(suggestion(word, WORDS)).toBe(suggested);
  });

  it('is undefined without a similar word', () => {
    expect(suggestion('geo_lat', WORDS)).toBeUndefined();
    expect(suggestion('name', [])).toBeUndefined();
  });

  it('is appended to a sentence as a question', () => {
    expect(orSuggest('There is no nmae', 'name')).toBe('There is no nmae; did you mean name?');
    expect(orSuggest('There is no nmae', undefined)).toBe('There is no nmae.');
  });
});

const BLANKS = /[ \t\n\f\r]+/;
const COMMA = ',';

/** A width or a pixel density; those of widths have no sign, no exponent and no zero before them. */
const DESCRIPTOR = /^(?:[1-9]\d{0,8}w|(?:\d{1,4}|\d{0,4}\.\d{1,8})x)$/;

/**
 * The images of a `srcset` that a browser would find there (HTML Living Standard, "parse a srcset
 * attribute"), one written as `address` or `address descriptor`; those with descriptors that mean
 * nothing are left out.
 *
 * It takes time by the length of the text, and says nothing of what it has read.
 */
export function readSrcset(text: string): string[] {
  const images: string[] = [];
  let address = '';
  let descriptors: string[] = [];
  const end = (): void => {
    const [descriptor = '', ...more] = descriptors;
    if (address !== '' && more.length === 0 && (descriptor === '' || DESCRIPTOR.test(descriptor)))
      images.push(descriptor === '' ? address : `${address} ${descriptor}`);
    address = '';
    descriptors = [];
  };
  for (const word of text.split(BLANKS)) {
    let rest = word;
    if (address !== '') {
      // A comma ends the descriptors, and the next address may follow it at once.
      const comma = word.indexOf(COMMA);
      const descriptor = comma < 0 ? word : word.slice(0, comma);
      if (descriptor !== '') descriptors.push(descriptor);
      if (comma < 0) continue;
      end();
      rest = word.slice(comma + 1);
    }
    address = withoutCommas(rest);
    // Commas within an address are a part of it, those behind it are not.
    if (address !== '' && rest.endsWith(COMMA)) end();
  }
  end();
  return images;
}

function withoutCommas(word: string): string {
  let [start, end] = [0, word.length];
  while (word[start] === COMMA) start++;
  while (end > start && word[end - 1] === COMMA) end--;
  return word.slice(start, end);
}

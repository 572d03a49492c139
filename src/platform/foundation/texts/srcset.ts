const BLANKS = /[ \t\n\f\r]+/;
const COMMA = ',';

/** A width or a pixel density; widths have no sign, no exponent and no leading zero. */
const DESCRIPTOR = /^(?:[1-9]\d{0,8}w|(?:\d{1,4}|\d{0,4}\.\d{1,8})x)$/;

/**
 * Returns the images of a `srcset` as browsers parse it (HTML Living Standard, "parse a srcset
 * attribute"), each as `address` or `address descriptor`; images with invalid descriptors are left
 * out.
 *
 * It takes time proportional to the length, and writes no messages.
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
      // A comma ends the descriptors; the next address may follow without a space.
      const comma = word.indexOf(COMMA);
      const descriptor = comma < 0 ? word : word.slice(0, comma);
      if (descriptor !== '') descriptors.push(descriptor);
      if (comma < 0) continue;
      end();
      rest = word.slice(comma + 1);
    }
    address = withoutCommas(rest);
    // A comma within an address belongs to it; a comma after it does not.
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

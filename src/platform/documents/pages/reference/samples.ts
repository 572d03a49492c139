/** A request that is shown as code. */
export interface SampleRequest {
  /** In capitals. */
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** A value that is sent as JSON. */
  body?: unknown;
  /** Whether the answer is JSON. */
  isJson: boolean;
}

/** How a programming language writes the values of JSON. */
interface Notation {
  objects: [open: string, close: string];
  pair: string;
  words: Record<string, string>;
  text: (text: string) => string;
  indent: string;
}

const inDoubleQuotes = (text: string): string => JSON.stringify(text);
const inSingleQuotes = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const JAVASCRIPT: Notation = {
  objects: ['{', '}'],
  pair: ': ',
  words: {},
  text: inDoubleQuotes,
  indent: '  ',
};
const PYTHON: Notation = {
  objects: ['{', '}'],
  pair: ': ',
  words: { true: 'True', false: 'False', null: 'None' },
  text: inDoubleQuotes,
  indent: '    ',
};
const PHP: Notation = {
  objects: ['[', ']'],
  pair: ' => ',
  words: {},
  text: inSingleQuotes,
  indent: '    ',
};

/** Returns a value as a literal; `lead` is the indentation of its first line. */
function literal(value: unknown, notation: Notation, lead = ''): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value !== 'object' || value === null)
    return notation.words[String(value)] ?? String(value);
  const inner = lead + notation.indent;
  const written = (part: unknown): string => literal(part, notation, inner);
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : notation.objects;
  const lines = isList
    ? value.map(written)
    : Object.entries(value).map(
        ([key, part]) => notation.text(key) + notation.pair + written(part),
      );
  return lines.length === 0
    ? open + close
    : `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${lead}${close}`;
}

const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function curl({ method, url, headers, body }: SampleRequest): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${inShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${inShell(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

function javascript({ method, url, headers, body, isJson }: SampleRequest): string {
  const write = (value: unknown): string => literal(value, JAVASCRIPT, '  ');
  const options = [
    ...(method === 'GET' ? [] : [`  method: "${method}",\n`]),
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${write(headers)},\n`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${write(body)}),\n`]),
  ];
  const sent = options.length === 0 ? '' : `, {\n${options.join('')}}`;
  return `const response = await fetch(${inDoubleQuotes(url)}${sent});
console.log(response.status, await response.${isJson ? 'json' : 'text'}());`;
}

function python({ method, url, headers, body, isJson }: SampleRequest): string {
  const write = (value: unknown): string => literal(value, PYTHON, '    ');
  // The library sets the content type of JSON itself.
  const others = Object.entries(headers).filter(([name]) => name !== 'Content-Type');
  const lines = [
    inDoubleQuotes(url),
    ...(others.length === 0 ? [] : [`headers=${write(Object.fromEntries(others))}`]),
    ...(body === undefined ? [] : [`json=${write(body)}`]),
  ].map((line) => `    ${line},\n`);
  return `import requests

response = requests.${method.toLowerCase()}(
${lines.join('')})
print(response.status_code, response.${isJson ? 'json()' : 'text'})`;
}

function php({ method, url, headers, body, isJson }: SampleRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const options = [
    'CURLOPT_RETURNTRANSFER => true',
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    ...(fields.length === 0 ? [] : [`CURLOPT_HTTPHEADER => ${literal(fields, PHP, '    ')}`]),
    ...(body === undefined
      ? []
      : [`CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, '    ')})`]),
  ].map((line) => `    ${line},\n`);
  return `$request = curl_init(${inSingleQuotes(url)});
curl_setopt_array($request, [
${options.join('')}]);
$answer = curl_exec($request);
${isJson ? 'print_r(json_decode($answer, true));' : 'echo $answer;'}`;
}

/** The languages of the samples, by the name of their class in the style sheet. */
export const SAMPLES = {
  curl: { label: 'curl', write: curl },
  javascript: { label: 'JavaScript', write: javascript },
  python: { label: 'Python', write: python },
  php: { label: 'PHP', write: php },
};

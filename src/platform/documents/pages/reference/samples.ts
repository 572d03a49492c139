/** A request that is shown as code. */
export interface SampleRequest {
  /** In capitals. */
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** A value that is sent as JSON. */
  body?: unknown;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b|\{\}|[{}:]/g;
const IN_PYTHON = { true: 'True', false: 'False', null: 'None' };
const IN_PHP = { '{}': 'new stdClass()', '{': '[', '}': ']', ':': ' =>' };

/** Returns a value as JSON with other tokens, for the second level of indentation. */
const literal = (value: unknown, indent: number, tokens: Record<string, string> = {}): string =>
  JSON.stringify(value, null, indent)
    .replace(TOKEN, (token) => tokens[token] ?? token)
    .replaceAll('\n', `\n${' '.repeat(indent)}`);

/** Returns the options that a request has, one on each line. */
const listed = (indent: string, options: readonly (string | false)[]): string =>
  options.flatMap((option) => (option ? `${indent}${option},\n` : [])).join('');

const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function curl({ method, url, headers, body }: SampleRequest): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${inShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${inShell(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

function javascript({ method, url, headers, body }: SampleRequest): string {
  const options = listed('  ', [
    method !== 'GET' && `method: "${method}"`,
    Object.keys(headers).length > 0 && `headers: ${literal(headers, 2)}`,
    body !== undefined && `body: JSON.stringify(${literal(body, 2)})`,
  ]);
  return `const response = await fetch("${url}"${options && `, {\n${options}}`});
console.log(response.status, await response.text());`;
}

function python({ method, url, headers: { Authorization }, body }: SampleRequest): string {
  // The library sets the content type of JSON itself.
  const options = listed('    ', [
    `"${url}"`,
    Authorization && `headers=${literal({ Authorization }, 4)}`,
    body !== undefined && `json=${literal(body, 4, IN_PYTHON)}`,
  ]);
  return `import requests

response = requests.${method.toLowerCase()}(
${options})
print(response.status_code, response.text)`;
}

function php({ method, url, headers, body }: SampleRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const options = listed('    ', [
    'CURLOPT_RETURNTRANSFER => true',
    method !== 'GET' && `CURLOPT_CUSTOMREQUEST => "${method}"`,
    fields.length > 0 && `CURLOPT_HTTPHEADER => ${literal(fields, 4)}`,
    body !== undefined && `CURLOPT_POSTFIELDS => json_encode(${literal(body, 4, IN_PHP)})`,
  ]);
  // PHP would read a variable after a dollar sign.
  return `$request = curl_init("${url}");
curl_setopt_array($request, [
${options.replaceAll('$', String.raw`\$`)}]);
echo curl_exec($request);`;
}

/** The writers of samples, by the name of their language. */
export const SAMPLES = { curl, JavaScript: javascript, Python: python, PHP: php };

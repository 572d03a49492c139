/* Requests as code: on the page from the server, and in its forms, whose samples follow what is typed. */

const TOKEN = /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b|\{\}|[{}:]/g;
const IN_PYTHON = { true: 'True', false: 'False', null: 'None' };
const IN_PHP = { '{}': 'new stdClass()', '{': '[', '}': ']', ':': ' =>' };

/** Returns a value as JSON with other tokens, for the second level of indentation. */
const literal = (value, indent, tokens = {}) =>
  JSON.stringify(value, null, indent)
    .replace(TOKEN, (token) => tokens[token] ?? token)
    .replaceAll('\n', `\n${' '.repeat(indent)}`);

/** Returns the options that a request has, one on each line. */
const listed = (indent, options) =>
  options.flatMap((option) => (option ? `${indent}${option},\n` : [])).join('');

const inShell = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const isText = (body) => typeof body === 'string';

function curl({ method, url, headers, body }) {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${inShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [`-d ${inShell(isText(body) ? body : JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

function javascript({ method, url, headers, body }) {
  const value = literal(body ?? null, 2);
  const options = listed('  ', [
    method !== 'GET' && `method: "${method}"`,
    Object.keys(headers).length > 0 && `headers: ${literal(headers, 2)}`,
    body !== undefined && `body: ${isText(body) ? value : `JSON.stringify(${value})`}`,
  ]);
  return `const response = await fetch("${url}"${options && `, {\n${options}}`});
console.log(response.status, await response.text());`;
}

function python({ method, url, headers: { ...headers }, body }) {
  // The library sets the content type of JSON itself.
  if (!isText(body)) delete headers['Content-Type'];
  const value = literal(body ?? null, 4, IN_PYTHON);
  const options = listed('    ', [
    `"${url}"`,
    Object.keys(headers).length > 0 && `headers=${literal(headers, 4)}`,
    body !== undefined && (isText(body) ? `data=${value}.encode()` : `json=${value}`),
  ]);
  return `import requests

response = requests.${method.toLowerCase()}(
${options})
print(response.status_code, response.text)`;
}

function php({ method, url, headers, body }) {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const value = literal(body ?? null, 4, IN_PHP);
  const options = listed('    ', [
    'CURLOPT_RETURNTRANSFER => true',
    method !== 'GET' && `CURLOPT_CUSTOMREQUEST => "${method}"`,
    fields.length > 0 && `CURLOPT_HTTPHEADER => ${literal(fields, 4)}`,
    body !== undefined && `CURLOPT_POSTFIELDS => ${isText(body) ? value : `json_encode(${value})`}`,
  ]);
  // PHP would read a variable after a dollar sign.
  return `$request = curl_init("${url}");
curl_setopt_array($request, [
${options.replaceAll('$', String.raw`\$`)}]);
echo curl_exec($request);`;
}

/** The writers of samples, by the name of their language. */
export const SAMPLES = { curl, JavaScript: javascript, Python: python, PHP: php };

// Generates clients for OpenAPI documents with the two most common generators for TypeScript: node
// test/clients/generate-clients.mjs <folder> <URL of the document>, followed by any number of such
// pairs.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';

const pairs = process.argv.slice(2);

for (let i = 0; i < pairs.length; i += 2) {
  const [folder, address] = pairs.slice(i, i + 2);
  await createClient({
    input: address,
    output: join(folder, 'client'),
    plugins: [
      '@hey-api/client-fetch',
      '@hey-api/typescript',
      '@hey-api/sdk',
      // Its code compiles only if integers have their width.
      { name: '@hey-api/transformers', bigInt: true, dates: false },
    ],
    logs: { level: 'silent' },
  });
  const schema = astToString(await openapiTypescript(new URL(address)));
  await writeFile(join(folder, 'schema.ts'), schema);
}

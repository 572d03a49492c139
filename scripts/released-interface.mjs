/** What clients of a release may use, by an OpenAPI document: operations with their parameters, and keys of types. */
export function releasedInterface({ paths, components }) {
  const sunsets = {};
  const noteSunset = (name, { 'x-sunset': sunset }) => {
    if (sunset !== undefined) sunsets[name] = sunset;
  };
  const operations = {};
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      const name = `${method.toUpperCase()} ${path}`;
      const parameters = operation.parameters ?? [];
      operations[name] = parameters.map((parameter) => parameter.name);
      noteSunset(name, operation);
      for (const parameter of parameters) noteSunset(`${name} ${parameter.name}`, parameter);
    }
  const schemas = {};
  for (const [type, { properties }] of Object.entries(components.schemas)) {
    if (properties === undefined) continue;
    schemas[type] = Object.keys(properties);
    for (const [key, schema] of Object.entries(properties)) noteSunset(`${type}.${key}`, schema);
  }
  return { operations, schemas, sunsets };
}

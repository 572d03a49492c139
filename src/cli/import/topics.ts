/** Topic → its name, where the name differs by more than capital letters. */
const NAMES: Record<string, string> = {
  api: 'API',
  cfml: 'CFML',
  cpp: 'C++',
  css: 'CSS',
  devops: 'DevOps',
  dotnet: '.NET',
  golang: 'Go',
  graphql: 'GraphQL',
  ios: 'iOS',
  iot: 'IoT',
  javascript: 'JavaScript',
  opensource: 'Open Source',
  php: 'PHP',
  sre: 'SRE',
  'tech-comm': 'Technical Communication',
  typescript: 'TypeScript',
  ux: 'UX',
};

/** Returns the name of a topic: `javascript` → `JavaScript`, `machine-learning` → `Machine Learning`. */
export function topicName(topic: string): string {
  return (
    NAMES[topic] ??
    topic.replace(/(^|[-_ ])(\p{L})/gu, (_match, gap: string, letter: string) =>
      (gap ? ' ' : '').concat(letter.toUpperCase()),
    )
  );
}

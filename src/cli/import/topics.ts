/** Names of topics that differ from the topic by more than a capital letter. */
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

/**
 * The usual name of a topic: `javascript` → `JavaScript`, `machine-learning` → `Machine Learning`.
 */
export function topicName(topic: string): string {
  return (
    NAMES[topic] ??
    topic.replace(/(^|[-_ ])(\p{L})/gu, (_match, gap: string, letter: string) =>
      (gap ? ' ' : '').concat(letter.toUpperCase()),
    )
  );
}

export interface UsedMetric {
  metric: string;
  /** Label → compared values; empty for a label in a grouping. */
  labels: Record<string, string[]>;
  /** Whether it selects the job of the calendar, and so no other program. */
  isOfJob: boolean;
}

/** Prometheus adds them, or all histograms have them. */
const OF_PROMETHEUS = new Set(['job', 'instance', 'le']);
/** Prometheus generates them. */
const BY_PROMETHEUS = new Set(['up', 'ALERTS']);
const WORDS = new Set(['by', 'without', 'on', 'ignoring', 'and', 'or', 'unless', 'bool', 'offset']);

const GROUPING = /\b(?:by|without)\s*\(([^)]*)\)/g;
const SELECTOR = /\b([a-zA-Z_]\w*)\b(?!\s*\()(?:\{([^}]*)\})?/g;
const MATCHER = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;

/** Returns the metrics of the service in an expression, with their labels. */
export function metricsIn(expression: string): UsedMetric[] {
  const groups = [...expression.matchAll(GROUPING)].flatMap(([, names]) => names.split(/\s*,\s*/));
  const rest = expression.replace(GROUPING, ' ').replace(/\[[^\]]*\]/g, ' ');
  return [...rest.matchAll(SELECTOR)]
    .filter(([, name]) => !WORDS.has(name) && !BY_PROMETHEUS.has(name))
    .map(([, metric, matchers = '']) => {
      const labels: UsedMetric['labels'] = {};
      for (const name of groups) labels[name.trim()] = [];
      for (const [, name, operator, value] of matchers.matchAll(MATCHER))
        labels[name] = operator === '=' || operator === '=~' ? value.split('|') : [];
      for (const name of Object.keys(labels)) if (OF_PROMETHEUS.has(name)) delete labels[name];
      return { metric, labels, isOfJob: /\bjob="calendar"/.test(matchers) };
    });
}

/** Returns metric → label → values of all samples on a metrics page. */
export function samplesOn(page: string): Map<string, Map<string, Set<string>>> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const [, metric, inside = ''] of page.matchAll(/^([a-zA-Z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const labels = found.get(metric) ?? new Map<string, Set<string>>();
    found.set(metric, labels);
    for (const [, name, , value] of inside.matchAll(MATCHER))
      labels.set(name, (labels.get(name) ?? new Set()).add(value));
  }
  return found;
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { declarationsOf } from '../../src/platform/modules';
import { startApp, type TestApp } from '../support/app';
import { codesIn, tableBelow } from '../support/markdown';
import { metricsIn, samplesOn } from '../support/monitoring/promql';

const ROOT = join(__dirname, '../..');
const FOLDER = 'docker/monitoring';
const RULES = `${FOLDER}/alerts.yaml`;
const DASHBOARD = `${FOLDER}/grafana/dashboards/calendar.json`;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Panel {
  title: string;
  datasource?: { uid: string };
  targets?: { expr: string }[];
  gridPos: { x: number; y: number; w: number; h: number };
}
const { panels } = JSON.parse(read(DASHBOARD)) as { panels: Panel[] };

/** The name and the expression of each alert rule. */
const rules = read(RULES)
  .split(/^ +- alert: /m)
  .slice(1)
  .map((text) => {
    const [, expression] = /^ +expr: (?:>-\n)?([^]*?)\n +(?:for|labels): /m.exec(text) ?? [];
    return { name: text.split('\n', 1)[0], expression };
  });

const expressions = [
  ...rules.map(({ name, expression }) => ({ of: `The alert ${name}`, expression })),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ of: `The panel "${title}"`, expression: expr })),
  ),
];

describe('Dashboard and alerts', () => {
  let app: TestApp;
  let samples: ReturnType<typeof samplesOn>;
  const codes = new Set(Object.keys(declarationsOf([AppModule]).errors));
  beforeAll(async () => {
    app = await startApp();
    await app.createTag();
    await app.get('/tags/0');
    await app.request('GET', `${app.origin}/nowhere`);
    const { body } = await app.request<string>('GET', `${app.origin}/metrics`);
    samples = samplesOn(body);
  });
  afterAll(() => app.close());

  function strangeValues(label: string, values: readonly string[], found: Set<string>): string[] {
    // Dashboard variables and patterns are not values.
    const named = values.filter((value) => /^[\w-]+$/.test(value));
    const known = label === 'code' ? codes : found;
    return named.filter((value) => !known.has(value)).map((value) => `${label}="${value}"`);
  }

  it('exist', () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(panels.length).toBeGreaterThan(20);
    expect(expressions.filter(({ expression }) => !expression)).toEqual([]);
  });

  it('use existing metrics and labels', () => {
    const wrong = expressions.flatMap(({ of, expression }) => {
      const used = metricsIn(expression);
      if (used.length === 0 && !expression.includes('up{')) return [`${of} names no metric`];
      return used.flatMap(({ metric, labels }) => {
        const known = samples.get(metric);
        if (!known) return [`${of} names ${metric}, which /metrics has not`];
        return Object.entries(labels).flatMap(([label, values]) => {
          const found = known.get(label);
          if (!found) return [`${of}: ${metric} has no label ${label}`];
          return strangeValues(label, values, found).map(
            (value) => `${of}: ${metric} never has ${value}`,
          );
        });
      });
    });
    expect(wrong).toEqual([]);
  });

  it('select the job of the calendar, so that no other program on a shared Prometheus counts', () => {
    const others = expressions.flatMap(({ of, expression }) =>
      metricsIn(expression)
        .filter(({ isOfJob }) => !isOfJob)
        .map(({ metric }) => `${of}: ${metric}`),
    );
    expect(others).toEqual([]);
  });

  it('are all explained in the documentation, without extra entries', () => {
    const rows = tableBelow('Alerts', read('docs/operating/monitoring.md'));
    const explained = rows.map(([alert]) => codesIn(alert)[0]);
    expect(explained).toEqual(rules.map(({ name }) => name));
  });
});

describe('/metrics', () => {
  it('has the prefix of the service for all metrics but those that every Node program has', async () => {
    const app = await startApp();
    const { body } = await app.request<string>('GET', `${app.origin}/metrics`);
    await app.close();
    const names = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    const own = names.filter((name) => !/^(nodejs|process)_/.test(name));
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((name) => !name.startsWith('calendar_'))).toEqual([]);
  });
});

describe('The dashboard', () => {
  it('uses the provisioned data source, in panels that do not overlap', () => {
    const uid = /uid: (\S+)/.exec(read(`${FOLDER}/grafana/datasources/prometheus.yaml`))?.[1];
    const positions = new Set<string>();
    for (const { title, targets, datasource, gridPos } of panels) {
      if (targets) expect({ title, uid: datasource?.uid }).toEqual({ title, uid });
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(positions).not.toContain(`${x}/${y}`);
          positions.add(`${x}/${y}`);
        }
    }
  });
});

const { promtool, noPromtool } = globalThis as unknown as { promtool?: string; noPromtool: string };
const isLeftOut = promtool === undefined && process.env.CI !== 'true';

(isLeftOut ? describe.skip : describe)('promtool', () => {
  it.each([
    ['finds the rules right', ['check', 'rules', RULES]],
    ['finds the configuration right', ['check', 'config', `${FOLDER}/prometheus.yaml`]],
    [
      'finds that alerts come when they should, and only then',
      ['test', 'rules', 'test/support/monitoring/alerts.test.yaml'],
    ],
  ])('%s', (_name, parameters) => {
    if (promtool === undefined) throw new Error(noPromtool);
    const { status, stdout, stderr } = spawnSync(promtool, parameters, {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, said: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
  });
});
